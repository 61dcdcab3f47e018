import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openModel } from '#server/insects/model'
import { silentLog } from '../database/testDatabase.ts'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { aLamp, sheet } from './lamp.ts'
import { tinyModel } from './tinyModel.ts'

const RUNTIME = 'onnxruntime-node@1.30.0'
/** Kept for the next run: it is large. */
const runtime = join(tmpdir(), 'furrow-onnxruntime-1.30.0')
const SIDE = 16

let folder: string
const config = () => ({ file: join(folder, 'tiny.onnx'), labels: join(folder, 'labels.txt'), input: SIDE, runtime })

beforeAll(async () => {
  if (!existsSync(runtime)) {
    // Beside its place until it is whole: an installation that was broken off is none.
    const made = await mkdtemp(`${runtime}-`)
    await promisify(execFile)('npm', ['install', RUNTIME, '--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--prefix', made])
    await rename(made, runtime).catch(() => rm(made, { recursive: true, force: true }))
  }
  folder = await mkdtemp(join(tmpdir(), 'furrow-model-'))
  await writeFile(join(folder, 'tiny.onnx'), tinyModel(SIDE))
  await writeFile(join(folder, 'labels.txt'), 'redBug\nblueBug\n')
}, 600_000)
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const plain = (r: number, g: number, b: number) => Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, at) => [r, g, b][at % 3]!)

describe('a model', () => {
  test('says of each square what it is and how sure it is, in a process that comes back after it died', async () => {
    const model = openModel(config(), silentLog)
    try {
      const cut = { cuts: Buffer.concat([plain(200, 20, 20), plain(20, 20, 200)]), count: 2 }
      for (let nth = 0; nth < 2; nth++) {
        const said = await model.classify(cut)
        expect(said.map(({ label }) => label)).toEqual(['redBug', 'blueBug'])
        for (const { score } of said) expect(score).toBeGreaterThan(0.99)
        model.close()
      }
    } finally {
      model.close()
    }
  })

  test('that is none, is too slow, or knows other labels fails with its reason', async () => {
    const reasonOf = async (given: Partial<ReturnType<typeof config>>, lotMs?: number) => {
      const model = openModel({ ...config(), ...given }, silentLog, lotMs)
      try {
        return await model.classify({ cuts: plain(1, 2, 3), count: 1 }).then(
          () => null,
          (cause: { reason?: string }) => cause.reason,
        )
      } finally {
        model.close()
      }
    }
    const none = join(folder, 'none.onnx')
    await writeFile(none, 'no model')
    const three = join(folder, 'three.txt')
    await writeFile(three, 'a\nb\nc\n')
    expect(await reasonOf({ file: none })).toBe('modelFailed')
    expect(await reasonOf({ labels: three })).toBe('modelFailed')
    expect(await reasonOf({}, 1)).toBe('modelLate')
  })

  test('that is not there, or has no runtime, ends the start in one line', () => {
    expect(() => openModel({ ...config(), file: join(folder, 'lost.onnx') }, silentLog)).toThrow(/INSECT_MODEL/)
    expect(() => openModel({ ...config(), runtime: folder }, silentLog)).toThrow(/npm install onnxruntime-node/)
  })
})

describe('with a model', () => {
  let farm: Farm
  let lamp: Awaited<ReturnType<typeof aLamp>>
  beforeAll(async () => {
    farm = await startFarm({ config: { insectModel: config() } })
    lamp = await aLamp(farm)
  })
  afterAll(async () => {
    await lamp?.close()
    await farm?.close()
  })

  test('a picture is classified, and a label that nobody has named becomes a kind', async () => {
    const found = await lamp.picture(await sheet(6, ['#701010', '#101070']))
    expect(found).toMatchObject({ state: 'classified', reason: null, model: 'tiny.onnx', insectQuantity: 6 })
    expect(found.boxes.map(({ name }) => name)).toEqual(['redBug', 'blueBug', 'redBug', 'blueBug', 'redBug', 'blueBug'])
  })
})
