import { useEffect, useState } from 'react'

/** True for so many ms from the first drawing, and from each other `time` on. */
export function useFor(ms: number, time: number): boolean {
  const [over, setOver] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setOver(time), ms)
    return () => clearTimeout(timer)
  }, [ms, time])
  return over !== time
}
