// @ts-check
// What stands for a box of Mister Diamond: a diamond, a ring with one and an empty ring.

import { ring, stone } from "../../drawings/tray.js";

class MisterDiamondBox extends HTMLElement {
  connectedCallback() {
    this.innerHTML = [stone(), ring(3000, { filled: true }), ring(6000, { filled: false })].join("");
  }
}

customElements.define("box-mister-diamond", MisterDiamondBox);
