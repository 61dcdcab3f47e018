import ButtonBase from '@mui/material/ButtonBase'
import Stack from '@mui/material/Stack'
import { type ReactNode, useId } from 'react'
import type { Hotspot } from '#contract/panoramas/hotspot'
import { HotspotIcon } from '../viewer/HotspotIcon.tsx'

/** What a device tells of itself by its colour; every one of them is said in words beside it. */
export type HotspotTone = 'plain' | 'wrong' | 'late'
const tones = { plain: 'rgb(0 0 0 / 0.6)', wrong: 'error.main', late: 'status.lost' } as const

/** A hotspot in the picture, with its words beneath. A size of 0 leaves the words alone. */
export function HotspotButton({
  hotspot: { width, style },
  label,
  tone = 'plain',
  children,
  onPress,
}: {
  hotspot: Pick<Hotspot, 'width' | 'style'>
  label: string
  tone?: HotspotTone
  children?: ReactNode
  onPress: () => void
}) {
  const wordsId = useId()
  return (
    <Stack sx={{ position: 'absolute', transform: 'translate(-50%, -50%)', alignItems: 'center', gap: 0.5 }}>
      <ButtonBase
        aria-label={label}
        aria-describedby={children == null ? undefined : wordsId}
        onClick={onPress}
        sx={{
          width: Math.max(1, width),
          height: Math.max(1, width),
          borderRadius: '50%',
          color: 'common.white',
          bgcolor: tones[tone],
          border: width > 0 ? 2 : 0,
          borderColor: 'common.white',
          '&:focus-visible': { outline: 3, outlineColor: 'primary.main', outlineOffset: 2 },
        }}
      >
        <HotspotIcon style={style} sx={{ fontSize: width * 0.6 }} />
      </ButtonBase>
      {children != null && (
        <Stack
          id={wordsId}
          aria-hidden
          sx={{
            alignItems: 'center',
            px: 1,
            py: 0.25,
            borderRadius: 1,
            bgcolor: 'background.paper',
            color: 'text.primary',
            typography: 'body2',
            whiteSpace: 'nowrap',
            pointerEvents: 'none',
          }}
        >
          {children}
        </Stack>
      )}
    </Stack>
  )
}
