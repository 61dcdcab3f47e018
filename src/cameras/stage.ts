import type { Decoder, Options, Parts, Renderer, WasmModule } from 'jsmpeg-player'

/** Where the pictures of one camera are drawn; it stays while streams come and go, so that the last picture stands. */
export interface Stage {
  readonly canvas: HTMLCanvasElement
  readonly parts: Parts
  readonly renderer: Renderer
  readonly dispose: () => void
}
export interface Decoders {
  readonly video: Decoder<Renderer>
  readonly Audio: Parts['Decoder']['MP2Audio']
  readonly options: Options
}

/** The player's parts, which only pages with a camera fetch. */
export const loadParts = async (): Promise<Parts> => (await import('jsmpeg-player')).default

/** Browsers keep about 16 WebGL contexts and take the oldest away: asked for once, and given back. */
let drawsByGl: boolean | undefined
function hasGl(): boolean {
  if (drawsByGl === undefined) {
    const gl = document.createElement('canvas').getContext('webgl')
    gl?.getExtension('WEBGL_lose_context')?.loseContext()
    drawsByGl = gl !== null
  }
  return drawsByGl
}

/** By WebGL a smaller picture is written into a corner of the larger one before it: where the size changes it has to begin anew. */
function forgetOnResize(renderer: Renderer): void {
  const resize = renderer.resize.bind(renderer)
  renderer.resize = (width, height) => {
    renderer.hasTextureData = {}
    resize(width, height)
  }
}

/** Draws into a new canvas in `host`; by WebGL where there is one and `gl` says so, else by itself. `keeps`: what is drawn can be read later. */
export function raiseStage(host: HTMLElement, parts: Parts, { gl, keeps }: { gl: boolean; keeps: boolean }): Stage {
  const canvas = document.createElement('canvas')
  canvas.setAttribute('aria-hidden', 'true')
  host.append(canvas)
  const options: Options = { streaming: true, canvas, preserveDrawingBuffer: keeps }
  const renderer = gl && hasGl() ? new parts.Renderer.WebGL(options) : new parts.Renderer.Canvas2D(options)
  forgetOnResize(renderer)
  return {
    canvas,
    parts,
    renderer,
    dispose() {
      renderer.destroy()
      canvas.remove()
    },
  }
}

// WebAssembly may be missing, or forbidden by a page's policy: then it is decoded by JavaScript.
const EMPTY_MODULE = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
function mayCompile(): boolean {
  try {
    return new WebAssembly.Module(EMPTY_MODULE) instanceof WebAssembly.Module
  } catch {
    return false
  }
}

/** The decoders of one stream. */
export async function makeDecoders({ parts }: Stage, onVideoDecode: () => void): Promise<Decoders> {
  const given: Options = { streaming: true, onVideoDecode }
  const wasmModule = mayCompile() ? await compile(parts) : null
  const options: Options = wasmModule ? { ...given, wasmModule } : given
  return {
    video: new parts.Decoder[wasmModule ? 'MPEG1VideoWASM' : 'MPEG1Video'](options),
    Audio: parts.Decoder[wasmModule ? 'MP2AudioWASM' : 'MP2Audio'],
    options,
  }
}

const compile = (parts: Parts): Promise<WasmModule | null> =>
  new Promise((resolve) => {
    const module = new parts.WASMModule()
    module.loadFromBuffer(parts.Base64ToArrayBuffer(parts.WASM_BINARY_INLINED), resolve)
  })
