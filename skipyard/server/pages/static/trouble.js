// Sends errors of this page to the operator's log, each once; never what stands after the # of an address.
(() => {
  const MOST = 5; // reports of one page
  const target = new URL("../api/trouble", document.currentScript.src);
  const sent = new Set();
  const report = (message, source, line) => {
    if (sent.size >= MOST || sent.has(message)) return;
    sent.add(message);
    const body = {
      message: message.slice(0, 500),
      page: location.pathname.slice(0, 200),
      source: (source ?? "").split(/[?#]/)[0].slice(-200),
      line: line ?? 0,
      browser: navigator.userAgent.slice(0, 300),
    };
    const headers = { "content-type": "application/json" };
    fetch(target, { method: "POST", headers, body: JSON.stringify(body), keepalive: true }).catch(() => {});
  };
  addEventListener("error", (event) => {
    if (event instanceof ErrorEvent) report(event.message, event.filename, event.lineno);
  });
  addEventListener("unhandledrejection", ({ reason }) => report(`unhandled: ${reason?.message ?? reason}`, "", 0));
})();
