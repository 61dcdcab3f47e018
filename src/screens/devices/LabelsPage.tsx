import PrintIcon from '@mui/icons-material/PrintOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import GlobalStyles from '@mui/material/GlobalStyles'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { type Device, deviceCalls } from '#contract/devices/device'
import { deviceTypes } from '#contract/devices/deviceType'
import { devicePath } from '#contract/devices/pages'
import { useCall } from '#src/api/useCall.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import QrCode from '#src/ui/QrCode.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { useWindowTitle } from '#src/ui/windowTitle.ts'

/** Labels of 70 x 37 mm, as sheets of A4 are sold: three side by side, eight below each other. */
const ACROSS = 3
const DOWN = 8
const A_SHEET = ACROSS * DOWN
/** The most devices that one call names, which is also the most that a list chooses. */
const MOST = 100

/** The labels of chosen devices (`?ids=1,2`), to be printed and put on them: a scan opens the device's page. */
export default function LabelsPage() {
  const { t } = useTranslation()
  const [address] = useSearchParams()
  const ids = address.get('ids') ?? ''
  useWindowTitle('page', t('devices:labels.title'))
  const query = useCall(deviceCalls.tenantAll, { query: { page: 1, size: MOST, ids } }, { enabled: ids !== '' })
  const devices = query.data?.content ?? []
  const missing = query.data === undefined ? 0 : new Set(ids.split(',').filter((id) => id !== '')).size - devices.length
  return (
    <Box
      sx={{
        '@media screen': { height: '100dvh', overflow: 'auto', bgcolor: 'background.default' },
        '@media print': { '.onScreen': { display: 'none' } },
      }}
    >
      <GlobalStyles styles={{ '@page': { size: 'A4', margin: 0 }, '@media print': { 'html, body, #root': { height: 'auto' } } }} />
      <Stack
        className="onScreen"
        component="header"
        direction="row"
        sx={{ p: 2, gap: 2, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}
      >
        <Box>
          <Typography variant="h1">{t('devices:labels.title')}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('devices:labels.lead')}
          </Typography>
        </Box>
        <Button variant="contained" startIcon={<PrintIcon />} disabled={devices.length === 0} onClick={() => print()}>
          {t('devices:labels.print')}
        </Button>
      </Stack>
      {missing > 0 && (
        <Alert className="onScreen" severity="warning" sx={{ mx: 2, mb: 2 }}>
          {t('devices:labels.missing', { count: missing })}
        </Alert>
      )}
      <Box component="main" tabIndex={0} sx={{ '@media screen': { overflowX: 'auto', pb: 2 } }}>
        {ids === '' ? (
          <EmptyState page variant="noData" title={t('devices:labels.none')} text={t('devices:labels.noneHint')} />
        ) : query.isError && !query.data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : query.isPending ? (
          <SkeletonPage />
        ) : (
          Array.from({ length: Math.ceil(devices.length / A_SHEET) }, (_, at) => (
            <Sheet key={at} of={devices.slice(at * A_SHEET, (at + 1) * A_SHEET)} />
          ))
        )}
      </Box>
    </Box>
  )
}

/** A page of paper: black on white whatever the console looks like. */
function Sheet({ of }: { of: readonly Device[] }) {
  return (
    <Box
      component="ul"
      sx={{
        display: 'grid',
        gridTemplateColumns: `repeat(${ACROSS}, 70mm)`,
        gridTemplateRows: `repeat(${DOWN}, 37mm)`,
        width: '210mm',
        m: 0,
        p: 0,
        listStyle: 'none',
        bgcolor: 'common.white',
        color: 'common.black',
        '@media screen': { mx: 'auto', mb: 2, boxShadow: 2 },
        '@media print': { '&:not(:last-of-type)': { breakAfter: 'page' } },
      }}
    >
      {of.map((device) => (
        <Label key={device.id} of={device} />
      ))}
    </Box>
  )
}

const lines = (most: number) => ({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: most,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
})

function Label({ of: { id, deviceType, name, eui, areaName, landName } }: { of: Device }) {
  const { t } = useTranslation()
  return (
    <Stack component="li" direction="row" sx={{ alignItems: 'center', gap: '2mm', p: '3mm 4mm', minWidth: 0, breakInside: 'avoid' }}>
      <QrCode
        value={`${location.origin}${devicePath(deviceTypes[deviceType].pages[0].name, id)}`}
        label={t('devices:labels.codeOf', { name })}
        size="29mm"
      />
      <Box sx={{ minWidth: 0, flex: 1, lineHeight: 1.25 }}>
        <Box sx={{ ...lines(3), fontSize: '3.6mm', fontWeight: 600 }}>{name}</Box>
        <Box sx={{ ...lines(2), fontSize: '2.7mm', fontFamily: 'monospace', mt: '1mm' }}>{eui}</Box>
        <Box sx={{ ...lines(2), fontSize: '2.7mm', mt: '1mm' }}>
          {landName === null ? areaName : t('devices:labels.place', { base: areaName, plot: landName })}
        </Box>
      </Box>
    </Stack>
  )
}
