// What a player of this page has chosen.

/**
 * What a seat of this page has chosen: what it decides just now, or else what the table has sealed.
 * @param {import("../core/frames.js").Situation} situation
 * @param {number} seat
 * @returns {string | null}
 */
export function chosen({ step, thinking, underWay }, seat) {
  if (step?.decision === undefined || step.decision === null) return null;
  const wished = underWay?.(seat, step.decision);
  if (wished !== undefined) return wished;
  return (thinking?.decision === step.decision ? thinking.sealed?.[seat] : null) ?? null;
}
