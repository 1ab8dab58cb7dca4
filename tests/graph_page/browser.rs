//! A real Chromium without a window, driven over its debugging pipe: commands as JSON, each ended
//! by a zero byte, in on descriptor 3 and out on 4.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// Nothing takes this long, even on a machine with much else to do: whatever does, hangs.
const HANG: Duration = Duration::from_secs(120);

/// What is told apart in what the page does unasked: messages, errors, requests.
const WATCHED: [&str; 4] = [
    "Log.entryAdded",
    "Network.requestWillBeSent",
    "Runtime.consoleAPICalled",
    "Runtime.exceptionThrown",
];

/// One tab of a browser that was just started, with a profile of its own.
pub struct Browser {
    process: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// What came in that was no answer.
    events: Vec<Value>,
    calls: u64,
    session: Option<String>,
    _profile: TempDir,
}

impl Browser {
    /// Starts the browser with a window of this size.
    pub fn start(width: u32, height: u32) -> Self {
        let profile = TempDir::with_prefix("vault-test-").expect("a scratch folder");
        let mut process = spawn(profile.path());
        let output = process.stdout.take().expect("a pipe");
        let (sender, messages) = channel();
        thread::spawn(move || {
            for message in BufReader::new(output).split(0) {
                let Ok(bytes) = message else { return };
                let message = serde_json::from_slice(&bytes).expect("the browser speaks JSON");
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let input = process.stdin.take();
        let (events, calls, session) = (Vec::new(), 0, None);
        let mut browser =
            Self { process, input, messages, events, calls, session, _profile: profile };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let target = json!({"targetId": target["targetId"], "flatten": true});
        let attached = browser.call("Target.attachToTarget", target);
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser.call("Page.setLifecycleEventsEnabled", json!({"enabled": true}));
        browser.resize(width, height);
        browser
    }

    /// Gives the window another size.
    pub fn resize(&mut self, width: u32, height: u32) {
        let metrics = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600,
        });
        self.call("Emulation.setDeviceMetricsOverride", metrics);
    }

    /// Lets every page that is opened from now on begin with this script.
    pub fn run_first(&mut self, script: &str) {
        self.call("Page.addScriptToEvaluateOnNewDocument", json!({"source": script}));
    }

    /// Lets no page run its scripts.
    pub fn forbid_scripts(&mut self) {
        self.call("Emulation.setScriptExecutionDisabled", json!({"value": true}));
    }

    /// Loads a file anew, at a place in it, and waits until it is there.
    pub fn open(&mut self, file: &Path, hash: &str) {
        self.call("Page.navigate", json!({"url": "about:blank"}));
        let url = format!("file://{}{hash}", file.display());
        let loading = self.call("Page.navigate", json!({"url": url}));
        assert_eq!(loading["errorText"], Value::Null, "{url}");
        let is_loaded = |event: &Value| {
            let said = &event["params"];
            event["method"] == "Page.lifecycleEvent"
                && (&said["loaderId"], said["name"].as_str())
                    == (&loading["loaderId"], Some("load"))
        };
        while !self.events.iter().any(is_loaded) {
            let event = self.receive();
            self.events.push(event);
        }
    }

    /// The value of an expression.
    pub fn value(&mut self, expression: &str) -> Value {
        let asked = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.call("Runtime.evaluate", asked);
        assert_eq!(answer["exceptionDetails"], Value::Null, "{expression}");
        answer["result"]["value"].clone()
    }

    /// Whether an expression holds.
    pub fn holds(&mut self, expression: &str) -> bool {
        self.value(&format!("Boolean({expression})")) == true
    }

    /// Waits until an expression has a value.
    #[track_caller]
    pub fn until(&mut self, expression: &str, wanted: impl Into<Value>) {
        let (wanted, since) = (wanted.into(), Instant::now());
        loop {
            let found = self.value(expression);
            if found == wanted {
                return;
            }
            assert!(since.elapsed() < HANG, "{expression} is {found}, not {wanted}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The text of an element, as it is seen.
    pub fn text(&mut self, selector: &str) -> String {
        let found = self.value(&format!("document.querySelector({}).innerText", quoted(selector)));
        found.as_str().unwrap_or_else(|| panic!("{selector} has no text")).to_owned()
    }

    /// Clicks on the middle of an element, brought into sight if it is not.
    pub fn click(&mut self, selector: &str) {
        let middle = self.value(&format!(
            "(() => {{ const found = document.querySelector({}); \
             found.scrollIntoViewIfNeeded(); \
             const {{ x, y, width, height }} = found.getBoundingClientRect(); \
             return [x + width / 2, y + height / 2]; }})()",
            quoted(selector)
        ));
        self.drag([&middle[0], &middle[1]].map(|at| at.as_f64().expect("a place")), [0.0, 0.0]);
    }

    /// Presses the pointer at a place, moves it by so much, and lets go.
    pub fn drag(&mut self, [x, y]: [f64; 2], [across, down]: [f64; 2]) {
        let moved = [x + across, y + down];
        for (kind, [x, y]) in [
            ("mouseMoved", [x, y]),
            ("mousePressed", [x, y]),
            ("mouseMoved", moved),
            ("mouseReleased", moved),
        ] {
            let buttons = u32::from(kind != "mouseMoved" || [x, y] == moved);
            let event = json!({
                "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1,
            });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Types a text where the focus is.
    pub fn type_text(&mut self, text: &str) {
        self.call("Input.insertText", json!({"text": text}));
    }

    /// Presses a key that gives no text.
    pub fn press(&mut self, key: &str) {
        let (code, text) = match key {
            "Enter" => (13, Some("\r")),
            "Tab" => (9, None),
            "Escape" => (27, None),
            "ArrowDown" => (40, None),
            " " => (32, Some(" ")),
            other => panic!("no such key here: {other}"),
        };
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({
                "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code,
            });
            if let (Some(text), "keyDown") = (text, kind) {
                event["text"] = text.into();
            }
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Prefers a dark page, or a light one.
    pub fn prefer(&mut self, scheme: &str) {
        let feature = json!({"name": "prefers-color-scheme", "value": scheme});
        self.call("Emulation.setEmulatedMedia", json!({"features": [feature]}));
    }

    /// Everything the pages said, and asked for besides themselves.
    pub fn complaints(&mut self) -> Vec<String> {
        // An answer comes after all events before it.
        self.value("0");
        let is_harmless = |event: &Value| {
            let url = event["params"]["request"]["url"].as_str().unwrap_or_default();
            url == "about:blank" || url.starts_with("file:") || url.starts_with("data:")
        };
        let watched = self.events.iter().filter(|event| {
            let method = event["method"].as_str().unwrap_or_default();
            WATCHED.contains(&method) && !is_harmless(event)
        });
        watched.map(Value::to_string).collect()
    }

    /// Which files were asked for.
    pub fn requests(&self) -> Vec<&str> {
        let urls =
            self.events.iter().filter_map(|event| event["params"]["request"]["url"].as_str());
        urls.filter(|url| url.starts_with("file:")).collect()
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        self.calls += 1;
        let mut command = json!({"id": self.calls, "method": method, "params": params});
        if let Some(session) = &self.session {
            command["sessionId"] = session.as_str().into();
        }
        let input = self.input.as_mut().expect("a pipe");
        write!(input, "{command}\0").and_then(|()| input.flush()).expect("the browser listens");
        loop {
            let mut message = self.receive();
            if message["id"] == self.calls {
                assert_eq!(message["error"], Value::Null, "{method}");
                return message["result"].take();
            }
            self.events.push(message);
        }
    }

    fn receive(&mut self) -> Value {
        self.messages.recv_timeout(HANG).expect("the browser answers")
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Without its pipe the browser ends, and everything it started with it.
        self.input = None;
        let since = Instant::now();
        while matches!(self.process.try_wait(), Ok(None)) {
            if since.elapsed() > HANG {
                let _ = self.process.kill();
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Starts Chromium; its pipe stands on our descriptors 0 and 1, a shell moves it where it is
/// looked for.
fn spawn(profile: &Path) -> Child {
    let is_there = Command::new("chromium").arg("--version").output();
    let is_there = is_there.is_ok_and(|run| run.status.success());
    assert!(is_there, "these tests need a browser: install the package „chromium“");
    let moved = "exec chromium \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1";
    Command::new("sh")
        .args(["-c", moved, "chromium", "--headless", "--remote-debugging-pipe"])
        .args(["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"])
        .args(["--no-first-run", "--no-default-browser-check", "--disable-extensions"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--disable-quic", "--disable-breakpad", "--metrics-recording-only"])
        // Whatever it would look for elsewhere, it does not find.
        .arg("--host-resolver-rules=MAP * ~NOTFOUND")
        .arg(format!("--user-data-dir={}", profile.display()))
        .env("HOME", profile)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell")
}

/// A text as one of the script.
pub fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
