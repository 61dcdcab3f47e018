import L from 'leaflet'
import { afterEach, expect, test, vi } from 'vitest'
import { ViewportCanvas } from '#src/map/viewportCanvas.ts'

const painted = vi.fn()
class Layer extends ViewportCanvas {
  changed() {
    this.ask(false)
  }
  protected override paint() {
    painted(this.pen)
  }
  protected override paintChanged() {
    painted(this.pen)
  }
}
afterEach(() => {
  vi.restoreAllMocks()
  painted.mockClear()
})

const onMap = () => {
  const map = L.map(document.createElement('div'), { center: [23, 113], zoom: 16 })
  return new Layer('overlayPane').addTo(map)
}
const nextFrame = () => new Promise((done) => requestAnimationFrame(done))

test('a layer paints when it is put on the map, and again when something changed', async () => {
  const pen = {}
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never)
  const layer = onMap()
  layer.changed()
  await nextFrame()
  expect(painted.mock.calls).toEqual([[pen], [pen]])
})

test('where the browser has no room for another canvas, the layer stays empty and the page stays up', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  const layer = onMap()
  layer.changed()
  await nextFrame()
  expect(painted).not.toHaveBeenCalled()
})
