import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon'
import { describeSky, type Sky } from './describeSky.ts'

const cloud = 'M7.2 17.5h9.6a3.7 3.7 0 0 0 .5-7.4 5.4 5.4 0 0 0-10.4-.4A3.9 3.9 0 0 0 7.2 17.5z'
const highCloud = 'M7.2 14h9.6a3.5 3.5 0 0 0 .4-7A5.3 5.3 0 0 0 7 6.6 3.7 3.7 0 0 0 7.2 14z'

const pictures: Record<Sky, string> = {
  clear:
    'M12 7.8a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  night: 'M20 14.2A8.2 8.2 0 1 1 9.8 4a6.6 6.6 0 0 0 10.2 10.2z',
  partly: `${cloud}M5.6 8.8a4 4 0 0 1 6-4.9M7 1.6v1M2.6 6h1M3.7 2.8l.8.8`,
  cloudy: cloud,
  rain: `${highCloud}M8.5 17l-1 3.5M12.5 17l-1 3.5M16.5 17l-1 3.5`,
  storm: `${highCloud}M12.8 14l-2.6 4h3.4l-2 4`,
  snow: `${highCloud}M8 18h.1M12 17.5h.1M16 18h.1M10 21h.1M14 21h.1`,
  fog: `${highCloud}M5 17.5h14M7 20.5h10`,
  wind: 'M3 9h11a2.7 2.7 0 1 0-2.5-3.7M3 13h15.5a2.7 2.7 0 1 1-2.5 3.7M3 17h8a2.2 2.2 0 1 1-2 3',
}

/** The picture of the weather service's icon number. */
export function SkyIcon({ icon, ...rest }: SvgIconProps & { icon: string }) {
  return (
    <SvgIcon {...rest} aria-hidden>
      <path
        d={pictures[describeSky(icon)]}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.6}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </SvgIcon>
  )
}
