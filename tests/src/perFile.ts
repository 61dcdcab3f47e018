import { onlineManager } from '@tanstack/react-query'
import i18next from 'i18next'
import { afterAll, vi } from 'vitest'

// One window and one set of libraries serve many files. Each finds the window as a new one, and Furrow's own modules are read anew: nothing
// of them is kept from the file before.
vi.resetModules()
localStorage.clear()
sessionStorage.clear()
history.replaceState(null, '', '/')
document.title = ''
// A file may have said that there is no network, and libraries that stay believe it, also where what they listened with ended with that file.
dispatchEvent(new Event('online'))
onlineManager.setOnline(true)
document.body.replaceChildren()
for (const element of [document.body, document.documentElement])
  for (const name of element.getAttributeNames()) element.removeAttribute(name)

const leave: (() => void)[] = []

// What modules listen to for as long as a page is open ends with the file: to those of the next one they would be other tabs.
const Channel = BroadcastChannel
globalThis.BroadcastChannel = class extends Channel {
  constructor(name: string) {
    super(name)
    leave.push(() => this.close())
  }
}
leave.push(() => void (globalThis.BroadcastChannel = Channel))
const { addEventListener } = globalThis
globalThis.addEventListener = (...heard: Parameters<typeof addEventListener>) => {
  leave.push(() => removeEventListener(...heard))
  addEventListener(...heard)
}
leave.push(() => void (globalThis.addEventListener = addEventListener))

// jsdom's own frames stop for good where the first of them was asked for by a clock that a file had put in the place of the real one.
globalThis.requestAnimationFrame = (draw) => Number(setTimeout(() => draw(performance.now()), 16))
globalThis.cancelAnimationFrame = (asked) => clearTimeout(asked)

afterAll(async () => {
  // What the file was still to ask a moment later is asked of nobody.
  const { startAnew } = await import('#src/session/belongings.ts')
  startAnew('')
  for (const end of leave) end()
  // Words are shown in the language that the first file was shown in, until a file chooses.
  if (i18next.isInitialized) await i18next.changeLanguage('en-US')
})
