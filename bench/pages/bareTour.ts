// The floor (j): a bare photo-sphere-viewer that shows the same tiles, and nothing else.
import '@photo-sphere-viewer/core/index.css'
import { Viewer } from '@photo-sphere-viewer/core'
import { CubemapTilesAdapter } from '@photo-sphere-viewer/cubemap-tiles-adapter'

const query = new URLSearchParams(location.search)
const images = query.get('images')!
const faces = ['left', 'front', 'right', 'back', 'top', 'bottom'] as const
const tileUrl = (face: string, col: number, row: number, level: number) =>
  `${images}/tile?face=${face}&level=${level}&col=${col}&row=${row}`

new Viewer({
  container: document.querySelector<HTMLElement>('#scene')!,
  adapter: CubemapTilesAdapter.withConfig({ baseBlur: false, showErrorTile: false }),
  navbar: false,
  panorama: {
    baseUrl: Object.fromEntries(faces.map((face) => [face, tileUrl(face, 0, 0, 0)])),
    levels: JSON.parse(query.get('levels')!),
    tileUrl,
  },
})
