import { useEffect, useState } from 'react'
import { parseFileUrl } from '#contract/media/files'
import { holdObjectUrl } from '#src/files/objectUrls.ts'
import { RichText } from '#src/ui/RichText.tsx'

const SRC = /src="(\/hfle\/v1\/\d{1,15}\/files\/[0-9a-f-]{36}\/content)"/g

/** HTML whose pictures are files of the tenant: their token travels in a header, so they are shown from memory. */
export function OwnRichText({ html }: { html: string }) {
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const addresses = new Set([...html.matchAll(SRC)].map(([, address]) => address!).filter((address) => parseFileUrl(address) !== null))
    const held = [...addresses].map((address) => ({ address, ...holdObjectUrl(address) }))
    let gone = false
    void Promise.all(held.map(async ({ address, url }) => [address, await url] as const)).then((found) => {
      if (!gone) setUrls(new Map(found.flatMap(([address, url]) => (url === null ? [] : [[address, url]]))))
    })
    return () => {
      gone = true
      for (const { release } of held) release()
    }
  }, [html])
  const pictured = (clean: string) =>
    clean.replaceAll(SRC, (_, address: string) => {
      const url = urls.get(address)
      return url === undefined ? '' : `src="${url}"`
    })
  return <RichText html={html} pictured={pictured} />
}
