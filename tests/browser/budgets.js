// What a page does while it opens, and how fast it answers: read before the page's own scripts.
window.budgets = { seen: { shift: 0 } };

new PerformanceObserver((list) =>
  list.getEntries().forEach((e) => {
    budgets.seen.shift += e.value;
  }),
).observe({ type: "layout-shift", buffered: true });

new MutationObserver(() => {
  if (document.querySelector(".mk-tools")) budgets.seen.ready ??= performance.now();
}).observe(document, { childList: true, subtree: true });

// Scroll through the page; return when it was painted, when its sliders were ready, and shifts.
budgets.opened = async () => {
  await document.fonts.ready;
  for (let y = 0; y < document.body.scrollHeight; y += 700) {
    scrollTo({ top: y, behavior: "instant" });
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)));
  }
  const paint = performance.getEntriesByName("first-contentful-paint")[0].startTime;
  return { ...budgets.seen, paint };
};

// Return the 95th percentile of the times that a slider takes to answer.
budgets.latency = async (slider) => {
  const times = [];
  for (let i = 0; i <= slider.max; i++) {
    const start = performance.now();
    slider.value = i;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(0.95 * times.length)];
};
