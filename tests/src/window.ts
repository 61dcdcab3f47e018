import { type Environment, builtinEnvironments } from 'vitest/runtime'

const { jsdom } = builtinEnvironments
let made: ReturnType<typeof jsdom.setup> | undefined

/** What jsdom has not: it draws nothing and lays nothing out. Whoever looks at one of these brings a double of their own for a file. */
function lend(global: typeof globalThis): void {
  global.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  global.HTMLCanvasElement.prototype.getContext = () => null
  global.Element.prototype.scrollIntoView = () => undefined
}

/** One window for all files of a worker: the libraries that they share hold on to it. What a file finds of it is the matter of perFile.ts. */
export default {
  ...jsdom,
  name: 'one-window',
  async setup(global, options) {
    await (made ??= jsdom.setup(global, options))
    lend(global)
    return { teardown: () => undefined }
  },
} satisfies Environment
