import { vi } from 'vitest'

/** What a pen was asked to do: jsdom has no canvas of its own. */
export interface PenLog {
  readonly drawn: { image: unknown; x: number; y: number }[]
  readonly texts: string[]
  readonly written: { text: string; x: number; y: number; font: string }[]
  readonly cleared: { x: number; y: number; width: number; height: number }[]
}

/** Gives every canvas a pen that only remembers, and the page a size. Answers the log of all pens. */
export function fakeCanvas(size = { width: 800, height: 600 }): PenLog {
  const log: PenLog = { drawn: [], texts: [], written: [], cleared: [] }
  const acts: Record<string, unknown> = {
    drawImage: (image: unknown, ...at: number[]) => log.drawn.push({ image, x: at[4] ?? at[0]!, y: at[5] ?? at[1]! }),
    clearRect: (x: number, y: number, width: number, height: number) => log.cleared.push({ x, y, width, height }),
    measureText: (text: string) => ({ width: text.length * 7 }),
  }
  const pens = new WeakMap<HTMLCanvasElement, object>()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    let pen = pens.get(this)
    if (!pen) {
      const held: Record<string, unknown> = {
        fillText: (text: string, x: number, y: number) => {
          log.texts.push(text)
          log.written.push({ text, x, y, font: String(held['font']) })
        },
      }
      pen = new Proxy(held, { get: (_, name: string) => acts[name] ?? held[name] ?? (() => {}) })
      pens.set(this, pen)
    }
    return pen as never
  })
  vi.stubGlobal('Path2D', class {})
  vi.stubGlobal('ImageData', class {})
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(size.width)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(size.height)
  return log
}
