// Bare players: `count` of jsmpeg's own, each on a connection of its own. They open at a click, and count what they decode.
import parts, { type Renderer, type WasmModule } from 'jsmpeg-player'

interface PlayerOptions {
  canvas: HTMLCanvasElement
  audio: false
  disableGl: boolean
  disableWebAssembly: true
  onVideoDecode: () => void
}
const { Player } = parts as unknown as { Player: new (url: string, options: PlayerOptions) => object }
const query = new URLSearchParams(location.search)
const count = Number(query.get('count'))

const open = () => {
  for (let nth = 0; nth < count; nth++) {
    const canvas = document.createElement('canvas')
    canvas.dataset['pictures'] = '0'
    document.body.append(canvas)
    new Player(`ws://127.0.0.1:${query.get('port')}/`, {
      canvas,
      audio: false,
      // Browsers keep about 16 contexts of WebGL, and Furrow draws so many without.
      disableGl: count > 1,
      // As under Furrow's policy of content.
      disableWebAssembly: true,
      onVideoDecode: () => (canvas.dataset['pictures'] = String(Number(canvas.dataset['pictures']) + 1)),
    })
  }
}
document.querySelector('#open')!.addEventListener('click', open)

/** How long a picture of this clip (MPEG-TS) takes to decode, ms: all of it, drawn nowhere. */
async function decodeAll(clip: string, byWasm: boolean): Promise<number> {
  const bytes = Uint8Array.from(atob(clip), (sign) => sign.charCodeAt(0))
  const module = byWasm ? await compile() : null
  let pictures = 0
  const options = { streaming: false as unknown as true, onVideoDecode: () => void pictures++, ...(module ? { wasmModule: module } : {}) }
  const decoder = new parts.Decoder[module ? 'MPEG1VideoWASM' : 'MPEG1Video'](options)
  const demuxer = new parts.Demuxer.TS(options)
  decoder.connect({ resize: () => undefined, render: () => undefined, destroy: () => undefined } as Renderer)
  demuxer.connect(parts.Demuxer.TS.STREAM.VIDEO_1, decoder)
  demuxer.write(bytes.buffer)
  const began = performance.now()
  while (decoder.decode());
  const took = performance.now() - began
  decoder.destroy()
  if (pictures === 0) throw new Error('nothing was decoded')
  return took / pictures
}
const compile = () =>
  new Promise<WasmModule | null>((resolve) =>
    new parts.WASMModule().loadFromBuffer(parts.Base64ToArrayBuffer(parts.WASM_BINARY_INLINED), resolve),
  )
Object.assign(window, { decodeAll })
