import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { PictureReason } from '#contract/insects/picture'
import type { InsectModelConfig } from '../ground/config.ts'
import { askChild } from '../ground/foreign/askChild.ts'
import { StartFailure } from '../ground/startFailure.ts'

/** Squares of the model's size, RGB, one after another. */
export interface Cut {
  readonly cuts: Uint8Array
  readonly count: number
}
export type Said = { readonly found: readonly { label: number; score: number }[]; readonly labels: number } | { readonly failed: string }

export class ModelFailure extends Error {
  readonly reason: Extract<PictureReason, `model${string}`>
  constructor(reason: Extract<PictureReason, `model${string}`>, message: string) {
    super(message)
    this.reason = reason
  }
}

/** What a lot of insects may take, the loading of the model with it. */
const LOT_MS = 60_000
/** The process is kept for the next picture, not for ever: a model may take a gigabyte. */
const IDLE_MS = 60_000
const CHILD = fileURLToPath(new URL('./modelChild.ts', import.meta.url))

export interface InsectModel {
  /** What is said of it to people. */
  readonly name: string
  readonly side: number
  /** Of each square the label and how sure the model is, 0 to 1. Throws ModelFailure. One lot at a time. */
  classify(cut: Cut): Promise<{ label: string; score: number }[]>
  close(): void
}

export const modelName = (config: InsectModelConfig | null): string | null => config && basename(config.file)

/**
 * A classifier in a process of its own, begun with the first picture and again after it ended. Throws StartFailure, in one line, where
 * model, labels or runtime are not there.
 */
export function openModel(config: InsectModelConfig, log: Logger, lotMs = LOT_MS): InsectModel {
  const { labels, runtime } = checked(config)
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()

  function end(): void {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = null
  }
  function begin(): ChildProcess {
    // It needs nothing that we know.
    const made = spawn(process.execPath, [CHILD, resolve(config.file), String(config.input), runtime], {
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    made.unref()
    ;(made.channel as unknown as { unref(): void } | undefined)?.unref()
    made.on('error', (cause) => log.warn({ err: cause }, 'the process of the insect model failed'))
    made.on('exit', () => {
      if (child === made) child = null
    })
    try {
      if (made.pid != null) setPriority(made.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // It ended already, which its exit says.
    }
    return made
  }
  async function classify(cut: Cut) {
    if (cut.count === 0) return []
    clearTimeout(idle)
    child ??= begin()
    const word = await askChild<Said>(child, cut, lotMs)
    if (word === 'late' || word === 'died') {
      end()
      throw new ModelFailure(
        word === 'late' ? 'modelLate' : 'modelDied',
        `the insect model ${word === 'late' ? 'took too long' : 'ended its process'}`,
      )
    }
    idle = setTimeout(end, IDLE_MS)
    idle.unref()
    if ('failed' in word) {
      end()
      throw new ModelFailure('modelFailed', word.failed)
    }
    if (word.labels !== labels.length)
      throw new ModelFailure('modelFailed', `the model knows ${word.labels} labels, and INSECT_LABELS names ${labels.length}`)
    return word.found.map(({ label, score }) => ({ label: labels[label]!, score }))
  }
  return {
    name: basename(config.file),
    side: config.input,
    classify(cut) {
      const answer = turn.then(() => classify(cut))
      turn = answer.catch(() => undefined)
      return answer
    },
    close: end,
  }
}

function checked({ file, labels, runtime }: InsectModelConfig): { labels: readonly string[]; runtime: string } {
  try {
    accessSync(file)
  } catch {
    throw new StartFailure(`INSECT_MODEL is "${file}", which cannot be read`)
  }
  let named: string[]
  try {
    named = readFileSync(labels, 'utf8')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean)
  } catch {
    throw new StartFailure(`INSECT_LABELS is "${labels}", which cannot be read`)
  }
  if (named.length === 0) throw new StartFailure(`INSECT_LABELS is "${labels}", which names nothing`)
  if (named.some((label) => label.length > 60))
    throw new StartFailure(`INSECT_LABELS is "${labels}", and a label of it is longer than 60 letters`)
  const folder = resolve(runtime)
  try {
    createRequire(join(folder, 'package.json')).resolve('onnxruntime-node')
  } catch {
    throw new StartFailure(
      `INSECT_MODEL is set, and onnxruntime-node is not in ${folder}: npm install onnxruntime-node@1.30.0 --ignore-scripts --prefix ${folder}`,
    )
  }
  return { labels: named, runtime: folder }
}
