import sharp from 'sharp'

/** The seven bars of the test picture, from the left: white, yellow, cyan, green, magenta, red, blue, each full or empty of red, green and blue. */
export const BARS = ['111', '110', '011', '010', '101', '100', '001']

/** The colours that stand where the bars of the test picture are. */
export async function barsOf(jpeg: Buffer): Promise<string[]> {
  const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return BARS.map((_, at) => {
    const x = Math.floor(((at + 0.5) * info.width) / BARS.length)
    const from = (Math.floor(info.height / 4) * info.width + x) * info.channels
    return [...data.subarray(from, from + 3)].map((one) => (one > 128 ? '1' : '0')).join('')
  })
}
