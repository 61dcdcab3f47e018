import { useSearchParams } from 'react-router-dom'
import { screens } from './aplionform.ts'
import { BelowMinimum } from './BelowMinimum.tsx'

/** A new application; with `below` in the address it begins with what that base is short of. */
export default function AplionformAddPage() {
  const [address] = useSearchParams()
  const below = address.get('below') ?? ''
  return /^[1-9]\d{0,14}$/.test(below) ? <BelowMinimum key={below} areaId={Number(below)} /> : <screens.AddPage />
}
