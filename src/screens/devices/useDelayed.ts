import { useEffect, useState } from 'react'

/** The value as it was once it stood still for `ms`: what follows it is asked for once, not at every keystroke. */
export function useDelayed<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
