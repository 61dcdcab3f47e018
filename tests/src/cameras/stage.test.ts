import type { Options, Parts, Renderer } from 'jsmpeg-player'
import { expect, test, vi } from 'vitest'
import { raiseStage } from '#src/cameras/stage.ts'

const resized = vi.fn<(width: number, height: number) => void>()
/** As the library's: what of a picture was written stays in its texture, until it is told that there is none. */
class Drawing implements Renderer {
  hasTextureData: Record<number, boolean> = { 0: true }
  readonly options: Options
  constructor(options: Options) {
    this.options = options
  }
  resize = (width: number, height: number) => resized(width, height)
  destroy() {}
}
const parts = { Renderer: { WebGL: Drawing, Canvas2D: Drawing } } as unknown as Parts

test('a picture of another size begins with nothing of the one before it', () => {
  const { renderer } = raiseStage(document.body, parts, { gl: false, keeps: false })
  renderer.resize(640, 360)
  expect(resized).toHaveBeenCalledWith(640, 360)
  expect(renderer.hasTextureData).toEqual({})
})

test('what is drawn is kept for who wants to read it, and for nobody else', () => {
  for (const keeps of [true, false]) {
    const { renderer } = raiseStage(document.body, parts, { gl: false, keeps })
    expect((renderer as Drawing).options.preserveDrawingBuffer).toBe(keeps)
  }
})
