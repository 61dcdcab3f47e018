import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon'

/* Drawn here: the sign-in page carries no icon set. */

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' } as const

export const SunIcon = (props: SvgIconProps) => (
  <SvgIcon {...props}>
    <g {...line}>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1" />
    </g>
  </SvgIcon>
)
export const MoonIcon = (props: SvgIconProps) => (
  <SvgIcon {...props}>
    <path {...line} d="M20 14.5A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5Z" />
  </SvgIcon>
)
export const EyeIcon = ({ off, ...props }: SvgIconProps & { off: boolean }) => (
  <SvgIcon {...props}>
    <g {...line}>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="3" />
      {off && <path d="M4 4l16 16" />}
    </g>
  </SvgIcon>
)
export const RefreshIcon = (props: SvgIconProps) => (
  <SvgIcon {...props}>
    <path {...line} d="M20 11a8 8 0 1 0-2.3 6.3M20 5v6h-6" />
  </SvgIcon>
)
