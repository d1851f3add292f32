"use strict";
// Small whole numbers from a seed, the same as draw.py draws; its docstring says how.
class Draw {
  constructor(name, seed) {
    this.state = 0;
    for (const byte of new TextEncoder().encode(`${name} ${seed}`)) {
      this.state = Draw.mix((this.state + Draw.step) ^ byte);
    }
  }

  static step = 0x9e3779b9;

  static mix(x) {
    x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
    return (x ^ (x >>> 15)) >>> 0;
  }

  below(n) {
    const end = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      this.state = (this.state + Draw.step) >>> 0;
      const drawn = Draw.mix(this.state);
      if (drawn < end) return drawn % n;
    }
  }

  randint(a, b) {
    return a + this.below(b - a + 1);
  }

  decimal(a, b, places = 2) {
    const unit = 10 ** places;
    return this.randint(Math.round(a * unit), Math.round(b * unit)) / unit;
  }

  choice(seq) {
    return seq[this.below(seq.length)];
  }

  sample(population, k = population.length) {
    const left = [...population];
    return Array.from({ length: k }, () => left.splice(this.below(left.length), 1)[0]);
  }
}
if (typeof module !== "undefined") module.exports = { Draw };
