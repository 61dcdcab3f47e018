import type { ChildProcess, Serializable } from 'node:child_process'

/** A process said nothing in its time (`late`), or ended before it did. */
export type Silence = 'late' | 'died'

/** Sends one message to a child process and waits for the next that it sends. One at a time: an answer does not say what was asked. */
export const askChild = <Word>(child: ChildProcess, asked: Serializable, ms: number): Promise<Word | Silence> =>
  new Promise((found) => {
    const late = setTimeout(() => end('late'), ms)
    const died = () => end('died')
    const said = (word: unknown) => end(word as Word)
    function end(word: Word | Silence): void {
      clearTimeout(late)
      child.off('message', said)
      child.off('exit', died)
      child.off('error', died)
      found(word)
    }
    child.on('message', said)
    child.on('exit', died)
    child.on('error', died)
    child.send(asked, (cause) => cause && died())
  })
