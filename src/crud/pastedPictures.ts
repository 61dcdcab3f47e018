import { parseFileUrl } from '#contract/media/files'

const INSIDE = /^data:(image\/(?:png|jpeg));base64,([A-Za-z0-9+/=\s]*)$/

/** A picture that stands inside of HTML itself, as a file; null of any other address. */
function fileInside(address: string, nth: number): File | null {
  const [, type, base64] = INSIDE.exec(address) ?? []
  if (type === undefined || base64 === undefined) return null
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0)!)
    return new File([bytes], `picture-${nth + 1}.${type === 'image/png' ? 'png' : 'jpg'}`, { type })
  } catch {
    return null
  }
}

/** HTML that was pasted, with the pictures of this product alone; those inside of it as files, and how many there were of other sites. */
export function pastedPictures(html: string): { readonly html: string; readonly files: readonly File[]; readonly outside: number } {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const files: File[] = []
  let outside = 0
  for (const picture of body.querySelectorAll('img')) {
    const address = picture.getAttribute('src') ?? ''
    if (parseFileUrl(address) !== null) continue
    picture.remove()
    const inside = fileInside(address, files.length)
    if (inside) files.push(inside)
    else outside += 1
  }
  return { html: body.innerHTML, files, outside }
}
