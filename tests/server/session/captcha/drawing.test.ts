import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { formsOf, LETTERS } from '#server/session/captchaLetters'
import { drawCaptcha } from '#server/session/drawCaptcha'
import { drawStrokes, STROKE_LETTERS, strokesOf } from './strokeDrawing.ts'
import { betweenEdges, dark, type Knowledge, type Picture, rarer, strokeMatcher } from './strokeMatcher.ts'

/** Pictures of answers that follow from their number, so that every run sees the same ones. */
const samples = (name: string, count: number, letters: string, length: number) =>
  Array.from({ length: count }, (_, at) => {
    const seed = createHash('sha256').update(`${name} ${at}`).digest()
    return { answer: Array.from(seed.subarray(16, 16 + length), (byte) => letters[byte % letters.length]!).join(''), seed }
  })

async function pixelsOf(bytes: Uint8Array, density = 72): Promise<Picture> {
  const { data, info } = await sharp(bytes, { density }).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

/** How many pictures of each drawing are read; one takes some seconds. FURROW_CAPTCHAS=100 is the measure of docs/decisions/0038. */
const COUNT = Number(process.env['FURROW_CAPTCHAS'] ?? 4)

/** How many of the pictures the script reads in one of its ways: that it would not know which way was right is in its favour. */
async function solved(knowledge: Knowledge, pictures: readonly { readonly answer: string; readonly picture: Picture }[]): Promise<number> {
  const read = strokeMatcher(knowledge)
  return pictures.filter(({ answer, picture }) => read(picture).includes(answer)).length
}

describe('a script that matches strokes', () => {
  test('solves nine of ten captchas of strokes on an empty ground', { timeout: COUNT * 20_000 }, async () => {
    const drawn = await Promise.all(
      samples('strokes', COUNT, STROKE_LETTERS, 4).map(async ({ answer, seed }) => ({
        answer,
        picture: await pixelsOf(Buffer.from(drawStrokes(answer, seed)), 130),
      })),
    )
    const known = {
      letters: STROKE_LETTERS,
      formsOf: (letter: string) => [strokesOf(letter)],
      sizes: [
        [26, 42],
        [28, 47],
        [31, 43],
        [32, 48],
      ],
      leans: [-0.3, -0.15, 0, 0.15, 0.3],
      half: 2,
      count: 4,
      looks: [dark],
    } as const
    expect(await solved(known, drawn)).toBeGreaterThanOrEqual(Math.floor(COUNT * 0.9))
  })

  test('solves at most one of twenty of ours', { timeout: COUNT * 20_000 }, async () => {
    const drawn = await Promise.all(
      samples('drawing', COUNT, LETTERS, 5).map(async ({ answer, seed }) => ({
        answer,
        picture: await pixelsOf(drawCaptcha(answer, seed)),
      })),
    )
    const known = {
      letters: LETTERS,
      formsOf,
      sizes: [
        [24, 40],
        [26, 47],
        [29, 42],
        [30, 50],
      ],
      leans: [-0.36, -0.18, 0, 0.18, 0.36],
      half: 2.7,
      count: 5,
      looks: [rarer, betweenEdges],
    } as const
    expect(await solved(known, drawn)).toBeLessThanOrEqual(Math.floor(COUNT * 0.05))
  })
})
