import type { Curve } from '#contract/devices/collect'

export type Columns = Pick<Curve, 'collectionTime' | 'collectionData' | 'min' | 'max'> & { readonly bucket?: number }

/** A line through a curve's least and greatest readings; `of` is the place of each of its points in the curve. */
export interface ExtremeLine {
  readonly ts: number[]
  readonly values: (number | null)[]
  readonly of: number[]
}

/**
 * A curve as a line that reaches what was measured: a point that stands for several readings gives its least and its greatest, so that a
 * peak is as high as it was and never the mean of what lay round it. Which of the two comes first is not known; the one nearer to where
 * the line is leads, or at the beginning of a line the one farther from where it goes. They stand at a quarter and at three quarters of the point's
 * time, since a line goes forwards; where nothing is before or after it they stand over each other: it neither rose nor fell.
 */
export function extremes({ collectionTime, collectionData, min, max, bucket = 0 }: Columns): ExtremeLine {
  const line: ExtremeLine = { ts: [], values: [], of: [] }
  let before: number | null = null
  const put = (at: number, value: number | null, of: number) => {
    line.ts.push(at)
    line.values.push(value)
    line.of.push(of)
    before = value
  }
  collectionTime.forEach((start, of) => {
    const [least, greatest] = [min[of] ?? null, max[of] ?? null]
    if (least === null || greatest === null || least === greatest) {
      put(start, collectionData[of] ?? null, of)
      return
    }
    const next = collectionData[of + 1] ?? null
    const rising =
      before === null
        ? next === null || Math.abs(next - greatest) <= Math.abs(next - least)
        : Math.abs(before - least) <= Math.abs(before - greatest)
    const apart = before === null && next === null ? 0 : bucket / 4
    put(start + bucket / 2 - apart, rising ? least : greatest, of)
    put(start + bucket / 2 + apart, rising ? greatest : least, of)
  })
  return line
}
