/* What the live page says, with places for numbers and names. */
"use strict";
(() => {
  const words = WORDS;
  const live = (window.liveBook ??= {});
  live.say = (key, values = {}) => words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
})();
