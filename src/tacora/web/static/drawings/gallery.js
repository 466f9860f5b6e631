// @ts-check
// All drawings on both grounds, for work on them. No page loads this.
import { camp, caveGround } from "./camp.js";
import { card } from "./cards.js";
import { diamond, gems, ruby } from "./gems.js";
import { HAZARDS, hazard } from "./hazards.js";
import { emblem, icon, logo } from "./logo.js";
import { defs, swatch } from "./patterns.js";
import { chest, fist, handCamp, handDeeper, pawn, tent, torch } from "./people.js";
import { place, ring, ringBack, stone, theft } from "./tray.js";

const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];
const EDITIONS = { "schmidt-2005": "gas", "tacora-2024": "rams", "incan-gold-2006": "mummy", "diamant-2016": "lava", "incan-gold-2020": "fire", tiny: "snakes" };
/** @type {import("./camp.js").Entrance[]} */
const FIVE = [[1, "closed"], [2, "closed"], [3, "now"], [4, "open"], [5, "open"]].map(([number, state]) => /** @type {any} */ ({ number, state }));

const pileOf = (amount = 0, diamonds = 0, rubies = 0) => ({ amount, diamonds, rubies });

/** @param {string[]} drawings */
const row = (...drawings) => `<div class="row">${drawings.join("")}</div>`;

const people = () => row(...EIGHT.map((i) => pawn(i, { size: 70 })), ...EIGHT.map((i) => pawn(i, { size: 32 })), ...EIGHT.map((i) => swatch(i, { size: 48 })))
  + row(...EIGHT.map((i) => chest(i, { size: 132, open: i % 3 === 2 }))) + row(...EIGHT.map((i) => fist(i, { size: 100 })), ...EIGHT.map((i) => fist(i, { size: 48 })))
  + row(handDeeper({ size: 220 }), handCamp({ size: 220 }), handCamp({ size: 120, colour: 3 }), handDeeper({ size: 48 }), handCamp({ size: 48 }), torch({ size: 70 }), torch({ size: 24 }), tent({ size: 160 }), tent({ size: 48 }))
  + row(...[[1, 0, 1], [4, 0, 4], [5, 1, 0], [9, 1, 4], [13, 2, 3], [14, 2, 4], [128, 25, 3]].map((pile) => gems(pileOf(...pile), { height: 32 })), ruby(48), diamond(48), ruby(120), diamond(120))
  + row(...HAZARDS.map((kind) => hazard(kind, { bare: true, size: 48 })));

const cards = () => Object.entries(EDITIONS).map(([edition, kind]) => row(
  card(null, { edition, face: "back", size: 120 }), card({ type: "treasure", value: 17 }, { edition, lying: pileOf(17, 3, 2), size: 120 }),
  card({ type: "treasure", value: 5 }, { edition, lying: pileOf(3, 0, 3), lit: 0.7, size: 120 }), card({ type: "treasure", value: 11 }, { edition, lit: 0.4, size: 120 }), card({ type: "treasure", value: 14 }, { edition, lying: pileOf(4, 0, 4), lit: 0, size: 120 }),
  card({ type: "hazard", kind }, { edition, name: kind, size: 120 }), card({ type: "hazard", kind }, { edition, name: kind, lit: 0.4, size: 120 }), card({ type: "hazard", kind }, { edition, name: kind, cracked: true, size: 120 }),
  card({ type: "relic", printed: edition === "diamant-2016" ? null : 12 }, { edition, name: "relic", size: 120 }), card({ type: "hazard", kind }, { edition, size: 48 }), card({ type: "treasure", value: 9 }, { edition, lying: pileOf(1, 0, 1), size: 48 }),
)).join("") + row(...HAZARDS.map((kind) => hazard(kind, { size: 200 }))) + row(...HAZARDS.map((kind) => hazard(kind, { size: 48 })));

const tray = () => row(stone({}, { size: 120 }), stone({ loose: true, lifted: true }, { size: 120 }), stone({ lifted: true }, { size: 120 }), stone({ taken: true }, { size: 120 }), place({ number: 7 }, { size: 120 }),
  place({ number: 42, tried: true }, { size: 120 }), place({ number: 8, loose: true, lifted: true }, { size: 120 }), place({ number: 12 }, { size: 48 }), place({ number: 13, taken: true }, { size: 48 }), place({ number: 14, tried: true }, { size: 48 }))
  + row(...[1, 2, 3, 4, 5, 6].map((k) => ring(k * 1000, { filled: k % 2 === 0, text: `${k}000 $`, size: 120 })), ring(3000, { filled: true, size: 48 }), theft({ name: "Theft", size: 120 }), ringBack({ size: 120 }))
  + row(logo({ size: 480, label: "Tacora" }), emblem({ size: 120 }), icon({ maskable: true, size: 120 }), icon({ size: 120 }), icon({ size: 48 }), icon({ size: 32 }), icon({ size: 16 }));

const grounds = () => row(camp({ entrances: FIVE, size: 137 }), camp({ entrances: FIVE, marks: "numbers", size: 137 }), `<div class="ground">${caveGround(1240, 760)}</div><div class="ground tall">${caveGround(390, 760)}</div>`)
  + row(camp({ entrances: FIVE, lying: true, size: 560 }), `<div class="ground tall">${caveGround(390, 760, { out: true })}</div>`);

const sections = [["cave", "Cards", cards], ["cave", "People, in the cave", people], ["camp", "People, in the camp", people], ["cave", "Mister Diamond, and the sign", tray], ["camp", "The same on paper", tray], ["cave", "Grounds", grounds]];
const gallery = document.querySelector("#gallery");
if (gallery) gallery.innerHTML = defs() + sections.map(([ground, title, body]) => `<section class="${ground}"><h2>${title}</h2>${/** @type {() => string} */ (body)()}</section>`).join("");
