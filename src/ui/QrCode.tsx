import Box from '@mui/material/Box'
import qrcode from 'qrcode-generator'
import { useMemo } from 'react'

/** Modules of quiet ground that the standard asks for round a code. */
const QUIET = 4
/** The code of an address, drawn here: no service learns what is shown. Black on white in light and dark, as scanners want it. */
export default function QrCode({
  value,
  label,
  size = 112,
}: {
  value: string
  label: string
  /** In px, or a length of CSS. */ size?: number | string
}) {
  const picture = useMemo(() => {
    const code = qrcode(0, 'M')
    code.addData(value)
    code.make()
    const count = code.getModuleCount()
    const cells: string[] = []
    for (let row = 0; row < count; row++)
      for (let column = 0; column < count; column++) if (code.isDark(row, column)) cells.push(`M${column + QUIET} ${row + QUIET}h1v1h-1z`)
    const side = count + 2 * QUIET
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="white" d="M0 0h${side}v${side}H0z"/><path d="${cells.join('')}"/></svg>`
    return `data:image/svg+xml,${encodeURIComponent(svg)}`
  }, [value])
  return <Box component="img" src={picture} alt={label} sx={{ width: size, height: size, borderRadius: 1, flexShrink: 0 }} />
}
