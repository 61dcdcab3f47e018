import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon'
import { GLYPH_PEN, glyphs } from './glyphs.ts'

/** The picture of a layer, the same as on its markers. */
export function LayerGlyph({ layer, ...rest }: SvgIconProps & { layer: keyof typeof glyphs }) {
  return (
    <SvgIcon {...rest} aria-hidden>
      <path d={glyphs[layer]} fill="none" stroke="currentColor" strokeWidth={GLYPH_PEN} strokeLinecap="round" strokeLinejoin="round" />
    </SvgIcon>
  )
}
