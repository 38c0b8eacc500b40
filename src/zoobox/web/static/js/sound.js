// Soft sounds, off unless somebody turns them on.

/** @type {AudioContext|null} */
let context = null;

/** @type {Record<string, number[][]>} */
const TUNES = { move: [[330, 0.06]], mine: [[523, 0.09], [659, 0.12]], place: [[196, 0.07], [262, 0.06]], end: [[523, 0.12], [659, 0.12], [784, 0.24]], no: [[160, 0.14]] };

/** @param {string} tune */
export function play(tune) {
  context ??= new AudioContext();
  let at = context.currentTime + 0.01;
  for (const [pitch, length] of TUNES[tune]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(0.08, at + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length + 0.02);
    at += length * 0.9;
  }
}
