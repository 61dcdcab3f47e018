import { vi } from 'vitest'
import { actIn, reactWith } from '#src/api/call.ts'
import { keepTokens } from '#src/api/tokens.ts'

/** An upload that the page has begun; the test plays the server. */
export class FakeUpload extends EventTarget {
  static readonly all: FakeUpload[] = []
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  status = 0
  responseText = ''
  aborted = false
  method = ''
  address = ''
  body = new FormData()
  open(method: string, address: string) {
    this.method = method
    this.address = address
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader() {
    return 'application/json; charset=utf-8'
  }
  send(body: FormData) {
    this.body = body
    FakeUpload.all.push(this)
  }
  abort() {
    this.aborted = true
    this.dispatchEvent(new Event('abort'))
  }
  get fileName() {
    return (this.body.get('file') as File).name
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total, lengthComputable: true }))
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
  }
  /** The server keeps the file as `id`. */
  keep(id: string) {
    this.answer(200, { id, fileName: this.fileName, fileUrl: `/hfle/v1/7/files/${id}/content` })
  }
}

export const ID = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
export const urlOf = (digit: number) => `/hfle/v1/7/files/${ID(digit)}/content`

/** Signs a tab in, in tenant 7, whose uploads the test answers. */
export function signInForUploads(): void {
  FakeUpload.all.length = 0
  localStorage.setItem('furrow.language', 'en-US')
  keepTokens({ access_token: 'token', refresh_token: 'refresh', expires_in: 900 }, 'signedIn')
  actIn(7)
  reactWith({ failed: () => undefined, sessionLost: () => undefined })
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
}

const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)
/** A file that begins as a JPEG and is `bytes` long. */
export function aJpeg(name: string, bytes = 1000): File {
  const whole = new Uint8Array(bytes)
  whole.set(JPEG)
  return new File([whole], name, { type: 'image/jpeg' })
}
