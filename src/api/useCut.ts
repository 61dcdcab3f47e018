import { useEffect, useState } from 'react'
import { serverAnswers } from './reach.ts'

/** True from the moment at which the browser lost its network and the server with it, until it is back; `atOnce` looks before anything was lost. */
export function useCut({ atOnce = false }: { atOnce?: boolean } = {}): boolean {
  const [cut, setCut] = useState(false)
  useEffect(() => {
    let asked = 0
    const lost = async () => {
      const mine = ++asked
      const answers = await serverAnswers()
      if (mine === asked) setCut(!answers)
    }
    const back = () => {
      asked++
      setCut(false)
    }
    const hear = () => void lost()
    if (atOnce) hear()
    addEventListener('offline', hear)
    addEventListener('online', back)
    return () => {
      asked++
      removeEventListener('offline', hear)
      removeEventListener('online', back)
    }
  }, [atOnce])
  return cut
}
