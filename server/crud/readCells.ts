import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { CallFailure } from '../failure.ts'
import type { SheetWord } from './readCellsChild.ts'

/** What a reader may use: far more than 1,000 rows need. A cell of a few bytes can name row 2,000,000,000, and the reader fills up to it. */
const MEMORY_MB = 192
const PATIENCE_MS = 10_000
const AT_ONCE = 2
const WAITING_MOST = 20
const CHILD = fileURLToPath(new URL('./readCellsChild.ts', import.meta.url))

let running = 0
const waiting: (() => void)[] = []

/**
 * The cells of a spreadsheet, row by row, read in a process of its own within bounds of memory and time: a file that was made to break its
 * reader breaks that process, and holds up nobody. (A thread would not do: one that outgrows its heap in one step ends the whole process.)
 * Throws CallFailure: `error.import.unreadable`, `error.input.tooLarge`, or `error.busy` where too many wait.
 */
export async function readCells(file: Uint8Array): Promise<unknown[][]> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_MOST) throw new CallFailure('error.busy')
    await new Promise<void>((go) => waiting.push(go))
  } else running++
  try {
    const word = await ask(file)
    if ('cells' in word) return word.cells
    throw new CallFailure(word.why === 'tooLarge' ? 'error.input.tooLarge' : 'error.import.unreadable')
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

function ask(file: Uint8Array): Promise<SheetWord> {
  const child = fork(CHILD, {
    execArgv: [`--max-old-space-size=${MEMORY_MB}`],
    // It needs nothing that we know, and has nothing to say but its word.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  return new Promise<SheetWord>((found) => {
    const end = (word: SheetWord) => {
      clearTimeout(late)
      child.kill('SIGKILL')
      found(word)
    }
    const late = setTimeout(() => end({ why: 'tooLarge' }), PATIENCE_MS)
    child.once('message', (word) => end(word as SheetWord))
    child.once('error', () => end({ why: 'unreadable' }))
    // It came to an end without a word: its memory was not enough.
    child.once('exit', () => end({ why: 'tooLarge' }))
    child.send(file, () => undefined)
  })
}
