import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const OWN = '/assets/index-Aaaa1111.js'
const page = (script: string) => `<!doctype html><script type="module" crossorigin src="${script}"></script>`
let served: string | null
let text: boolean
let reload: () => void
let goOn: () => void
let controller: { postMessage: (said: unknown, ports: MessagePort[]) => void } | null
let workers: EventTarget

/** The watch as a window has it that was just loaded. */
async function watch() {
  vi.resetModules()
  const { renewalDue, watchRenewal } = await import('#src/shell/renewal.ts')
  watchRenewal({ onWay: (hear) => (goOn = hear), holdsText: () => text, reload })
  return renewalDue
}
/** A worker that knows this build takes over. */
function takeOver(build: string | null): void {
  controller = { postMessage: (_, [port]) => build !== null && port!.postMessage(build) }
  workers.dispatchEvent(new Event('controllerchange'))
}

/** What a window listens to ends with it. */
const ends: (() => void)[] = []
beforeEach(() => {
  for (const target of [globalThis, document] as EventTarget[]) {
    const add = target.addEventListener.bind(target)
    vi.spyOn(target, 'addEventListener').mockImplementation((name, listener) => {
      add(name, listener)
      ends.push(() => target.removeEventListener(name, listener))
    })
  }
  sessionStorage.clear()
  document.head.innerHTML = ''
  document.head.append(Object.assign(document.createElement('script'), { type: 'module' }))
  document.head.querySelector('script')!.setAttribute('src', OWN)
  ;[served, text, controller, workers, reload] = [OWN, false, null, new EventTarget(), vi.fn()]
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('fetch', async () => {
    if (served === null) throw new TypeError('Failed to fetch')
    return new Response(page(served))
  })
  Object.defineProperty(workers, 'controller', { get: () => controller })
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true })
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

test('a newer worker has the window loaded anew on the way to another page, and not before', async () => {
  const due = await watch()
  takeOver('/assets/index-Bbbb2222.js')
  await vi.waitFor(() => expect(due.get()).toBe(true))
  expect(reload).not.toHaveBeenCalled()
  goOn()
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  ['of the same build', OWN],
  ['that only shows alarms', null],
])('a worker %s changes nothing', async (_what, build) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const due = await watch()
  takeOver(build)
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  goOn()
  expect([due.get(), vi.mocked(reload).mock.calls.length]).toEqual([false, 0])
})

test('text in a tab, a form in a window of its own and an open dialog each hold it back, and it comes once they are gone', async () => {
  const due = await watch()
  takeOver('/assets/index-Bbbb2222.js')
  await vi.waitFor(() => expect(due.get()).toBe(true))
  text = true
  goOn()
  text = false
  const { markUnsaved } = await import('#src/ui/unsaved.ts')
  markUnsaved('form', true)
  goOn()
  markUnsaved('form', false)
  document.body.innerHTML = '<div role="dialog"></div>'
  goOn()
  document.body.innerHTML = ''
  expect(reload).not.toHaveBeenCalled()
  goOn()
  expect(reload).toHaveBeenCalledOnce()
})

test('out of sight an installed console is loaded anew, a page of a browser is not', async () => {
  const due = await watch()
  takeOver('/assets/index-Bbbb2222.js')
  await vi.waitFor(() => expect(due.get()).toBe(true))
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(reload).not.toHaveBeenCalled()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(reload).toHaveBeenCalledOnce()
  hidden.mockRestore()
})

test('a room that is gone has the newer build loaded at once, but never twice from the same', async () => {
  served = '/assets/index-Bbbb2222.js'
  const due = await watch()
  dispatchEvent(new Event('vite:preloadError'))
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(due.get()).toBe(true)
  // As if an earlier page had come again.
  dispatchEvent(new Event('vite:preloadError'))
  goOn()
  await Promise.resolve()
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  ['the server has this very build', OWN],
  ['nobody answers', null],
])('a room that failed is no renewal where %s', async (_what, build) => {
  served = build
  const due = await watch()
  const asked = vi.spyOn(globalThis, 'fetch')
  dispatchEvent(new Event('vite:preloadError'))
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  await new Promise((turn) => setTimeout(turn))
  expect([due.get(), vi.mocked(reload).mock.calls.length]).toEqual([false, 0])
})

test('under development nothing is watched', async () => {
  document.head.innerHTML = ''
  goOn = () => undefined
  await watch()
  dispatchEvent(new Event('vite:preloadError'))
  goOn()
  expect(reload).not.toHaveBeenCalled()
})
