import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon'
import type { HotspotStyle } from '#contract/panoramas/hotspot'
import { hotspotGlyph } from './hotspotGlyphs.ts'

export function HotspotIcon({ style, ...rest }: Omit<SvgIconProps, 'style'> & { style: HotspotStyle }) {
  return (
    <SvgIcon {...rest} aria-hidden>
      <path d={hotspotGlyph(style)} fill="none" stroke="currentColor" strokeWidth={1.8} strokeLinecap="round" strokeLinejoin="round" />
    </SvgIcon>
  )
}
