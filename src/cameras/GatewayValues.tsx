import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { cameraStreamCalls } from '#contract/cameras/stream'
import { useCall } from '#src/api/useCall.ts'
import { LiveNumber } from '#src/live/LiveNumber.tsx'
import { useDrawn } from '#src/live/useDrawn.ts'
import { Age } from '#src/ui/Age.tsx'

/** More would hide the picture. */
const MOST = 6
const DIGITS = 2

/** The newest values of the gateway that a camera stands at, over its picture; nothing where it stands at none. */
export function GatewayValues({ cameraId, areaId }: { cameraId: number; areaId: number }) {
  const { t } = useTranslation()
  const { data } = useCall(cameraStreamCalls.data, { params: { id: cameraId } })
  if (!data || data.items.length === 0) return null
  return (
    <Stack
      component="ul"
      aria-label={t('cameras:data.title')}
      sx={{
        position: 'absolute',
        left: 8,
        bottom: 8,
        m: 0,
        px: 1,
        py: 0.5,
        listStyle: 'none',
        borderRadius: 1,
        bgcolor: 'rgb(0 0 0 / 0.6)',
        color: 'common.white',
        typography: 'caption',
        maxWidth: '60%',
        pointerEvents: 'none',
      }}
    >
      {data.items.slice(0, MOST).map((item) => (
        <Value key={item.itemId} areaId={areaId} item={item} />
      ))}
    </Stack>
  )
}

function Value({
  areaId,
  item,
}: {
  areaId: number
  item: {
    readonly itemId: number
    readonly name: string
    readonly unit: string | null
    readonly value: number | null
    readonly ts: number | null
  }
}) {
  const drawn = useDrawn(areaId, item)
  return (
    <Box component="li" sx={{ whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {item.name}{' '}
      <Box component="span" sx={{ fontWeight: 650 }}>
        <LiveNumber areaId={areaId} itemId={item.itemId} digits={DIGITS} initial={item} />
        {item.unit !== null && ` ${item.unit}`}
      </Box>{' '}
      <Box component="span" sx={{ opacity: 0.8 }}>
        <Age moment={drawn?.ts ?? item.ts} />
      </Box>
    </Box>
  )
}
