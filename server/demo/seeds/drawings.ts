/** Flat drawings for the demo's seeds: the demo has no photographs. */
const WIDTH = 1600
const HEIGHT = 1200

const picture = (ground: string, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#f4f9f1"/><stop offset="1" stop-color="${ground}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#sky)"/>${inside}</svg>`
const leaf = (x: number, y: number, turn: number, long = 260) =>
  `<path transform="translate(${x} ${y}) rotate(${turn})" d="M0 0 C ${long * 0.3} ${-long * 0.35} ${long * 0.8} ${-long * 0.3} ${long} 0 C ${long * 0.8} ${long * 0.3} ${long * 0.3} ${long * 0.35} 0 0 Z" fill="#3f8f52"/><path transform="translate(${x} ${y}) rotate(${turn})" d="M0 0 L ${long} 0" stroke="#2d6f3d" stroke-width="5"/>`
const stalk = (path: string) => `<path d="${path}" fill="none" stroke="#5c7a3d" stroke-width="14" stroke-linecap="round"/>`
const round = (x: number, y: number, size: number, color: string) =>
  `<circle cx="${x}" cy="${y}" r="${size}" fill="${color}"/><ellipse cx="${x - size * 0.32}" cy="${y - size * 0.38}" rx="${size * 0.26}" ry="${size * 0.16}" fill="#fff" fill-opacity="0.55"/>`

const PLACES = [
  [560, 520, 132],
  [820, 460, 140],
  [1070, 560, 126],
  [690, 760, 138],
  [950, 790, 134],
  [800, 980, 118],
] as const

/** A bunch of round fruit. */
export const fruit = (color: string, ground: string): string =>
  picture(
    ground,
    [
      stalk('M800 60 C 790 220 700 300 600 420 M800 200 C 830 320 830 360 820 380 M800 160 C 900 300 1000 380 1060 460'),
      leaf(780, 140, 160, 330),
      leaf(820, 120, 24, 360),
      leaf(640, 300, 196, 240),
      ...PLACES.map(([x, y, size]) => round(x, y, size, color)),
      ...PLACES.map(
        ([x, y, size]) => `<path d="M${x - 34} ${y - size + 10} L ${x} ${y - size - 26} L ${x + 34} ${y - size + 10} Z" fill="#4d8a4a"/>`,
      ),
    ].join(''),
  )

/** Ears that bend over. */
export const ears = (color: string, ground: string): string =>
  picture(
    ground,
    Array.from({ length: 7 }, (_, nth) => {
      const x = 260 + nth * 180
      const bend = nth % 2 === 0 ? 150 : 190
      const grains = Array.from({ length: 9 }, (__, at) => {
        const part = at / 8
        const [gx, gy] = [x + 20 + bend * part * part, 330 + part * 340 - (1 - part) * 90]
        return `<ellipse cx="${gx}" cy="${gy}" rx="21" ry="44" transform="rotate(${-20 - part * 30} ${gx} ${gy})" fill="${color}"/><ellipse cx="${gx - 34}" cy="${gy + 12}" rx="19" ry="40" transform="rotate(${24 - part * 20} ${gx - 34} ${gy + 12})" fill="${color}" fill-opacity="0.85"/>`
      }).join('')
      return `${stalk(`M${x - 30} 1200 C ${x - 20} 800 ${x - 20} 420 ${x + 20} 260 C ${x + 60} 260 ${x + bend} 420 ${x + bend} 640`)}${leaf(x - 26, 940, -60, 380)}${grains}`
    }).join(''),
  )

/** A bed under a pipe that drips. */
export const drip = (): string =>
  picture(
    '#dfeef5',
    [
      '<rect y="820" width="1600" height="380" fill="#8a6a4a"/><rect y="800" width="1600" height="40" fill="#6f5339"/>',
      '<rect y="420" width="1600" height="34" fill="#3f4d57"/>',
      ...[200, 600, 1000, 1400].map(
        (x) =>
          `<rect x="${x - 16}" y="450" width="32" height="50" fill="#3f4d57"/><path d="M${x} 530 C ${x + 34} 590 ${x + 30} 630 ${x} 634 C ${x - 30} 630 ${x - 34} 590 ${x} 530 Z" fill="#2f86b7"/>${stalk(`M${x + 90} 810 L ${x + 90} 640`)}${leaf(x + 90, 700, -30, 150)}${leaf(x + 90, 680, 212, 150)}`,
      ),
    ].join(''),
  )

/** A greenhouse under the sun. */
export const greenhouse = (): string =>
  picture(
    '#e9f3e2',
    `<circle cx="1320" cy="240" r="120" fill="#f2c14e"/><rect y="940" width="1600" height="260" fill="#7fa35a"/><path d="M240 960 L 240 560 C 240 260 1200 260 1200 560 L 1200 960 Z" fill="#cfe6ea" stroke="#8aa9ad" stroke-width="16"/>${[400, 560, 720, 880, 1040].map((x) => `<path d="M${x} 960 L ${x} 400" stroke="#8aa9ad" stroke-width="8"/>`).join('')}<path d="M240 620 L 1200 620 M240 800 L 1200 800" stroke="#8aa9ad" stroke-width="8"/><rect x="640" y="680" width="160" height="280" fill="#5f8f6b"/>`,
  )

/** A bee on its way to a flower. */
export const bee = (): string =>
  picture(
    '#fbf1da',
    `${stalk('M520 1200 C 520 1000 500 900 500 760')}${leaf(510, 980, -40, 260)}${[0, 60, 120, 180, 240, 300].map((turn) => `<ellipse cx="500" cy="480" rx="90" ry="150" transform="rotate(${turn} 500 620)" fill="#f7f3ea" stroke="#d9cfb8" stroke-width="6"/>`).join('')}<circle cx="500" cy="620" r="96" fill="#f2c14e"/><ellipse cx="1000" cy="340" rx="120" ry="70" transform="rotate(-28 1000 340)" fill="#dbeaf0" fill-opacity="0.9"/><ellipse cx="1130" cy="330" rx="120" ry="70" transform="rotate(24 1130 330)" fill="#dbeaf0" fill-opacity="0.9"/><ellipse cx="1070" cy="460" rx="180" ry="110" fill="#e8a92f"/><path d="M1000 360 L 1000 560 M1080 352 L 1080 568 M1160 372 L 1160 548" stroke="#3b3226" stroke-width="34"/><circle cx="920" cy="440" r="60" fill="#3b3226"/>`,
  )

/** Fields behind a wet wall. */
export const paddy = (): string =>
  picture(
    '#d9ecdf',
    `<path d="M0 520 L 400 300 L 760 500 L 1140 280 L 1600 520 Z" fill="#9dbf9f"/>${[0, 1, 2, 3].map((nth) => `<path d="M0 ${560 + nth * 170} C 500 ${500 + nth * 170} 1100 ${620 + nth * 170} 1600 ${550 + nth * 170} L 1600 1200 L 0 1200 Z" fill="${['#b9d8e4', '#8fbf6d', '#a7cfdf', '#6fa653'][nth]}"/>`).join('')}`,
  )
