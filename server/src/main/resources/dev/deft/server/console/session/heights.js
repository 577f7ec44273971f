// The heights of rows, of which most are estimates: sums in logarithmic time (a Fenwick tree).

export class Heights {
  /** @param {number} estimate of a row that was never measured */
  constructor(estimate) {
    this.estimate = estimate;
    this.count = 0;
    /** @type {Float64Array} */
    this.sizes = new Float64Array(0);
    /** @type {Float64Array} */
    this.tree = new Float64Array(1);
  }

  /** Sets all rows anew. @param {string[]} keys @param {Map<string, number>} measured by key */
  reset(keys, measured) {
    this.count = keys.length;
    this.sizes = new Float64Array(this.count);
    this.tree = new Float64Array(this.count + 1);
    for (let i = 0; i < this.count; i++) {
      this.sizes[i] = measured.get(keys[i]) ?? this.estimate;
    }
    for (let i = 1; i <= this.count; i++) {
      this.tree[i] += this.sizes[i - 1];
      const up = i + (i & -i);
      if (up <= this.count) {
        this.tree[up] += this.tree[i];
      }
    }
  }

  /** @param {number} index @param {number} size @returns {number} by how much it changed */
  set(index, size) {
    const change = size - this.sizes[index];
    if (change !== 0) {
      this.sizes[index] = size;
      for (let i = index + 1; i <= this.count; i += i & -i) {
        this.tree[i] += change;
      }
    }
    return change;
  }

  /** Where a row begins. @param {number} index */
  top(index) {
    let sum = 0;
    for (let i = Math.min(index, this.count); i > 0; i -= i & -i) {
      sum += this.tree[i];
    }
    return sum;
  }

  get total() {
    return this.top(this.count);
  }

  /** The row at an offset; the last one beyond the end. @param {number} offset */
  at(offset) {
    let index = 0;
    let left = Math.max(0, offset);
    for (let step = 1 << Math.floor(Math.log2(Math.max(1, this.count))); step > 0; step >>= 1) {
      if (index + step <= this.count && this.tree[index + step] <= left) {
        index += step;
        left -= this.tree[index];
      }
    }
    return Math.min(index, Math.max(0, this.count - 1));
  }

  /** The rows to draw. @param {number} from @param {number} to offsets @param {number} margin on both sides @returns {[number, number]} first and behind the last */
  range(from, to, margin) {
    if (this.count === 0) {
      return [0, 0];
    }
    return [this.at(from - margin), Math.min(this.count, this.at(to + margin) + 1)];
  }
}
