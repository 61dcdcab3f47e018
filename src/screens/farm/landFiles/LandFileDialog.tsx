import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { landCalls } from '#contract/farm/land'
import { LAND_FORMAT_NAMES, type LandRow, MAX_LAND_FILE_MB, MAX_LAND_FILE_ROWS } from '#contract/farm/landFile'
import { useCall } from '#src/api/useCall.ts'
import { PickButton } from '#src/files/PickButton.tsx'
import { OutlinesMap } from '#src/map/OutlinesMap.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { toast } from '#src/ui/toast.ts'
import { LandFileReading } from './LandFileReading.tsx'
import { LandFileRows } from './LandFileRows.tsx'
import { type LandFile, useLandFile } from './useLandFile.ts'

const WIDTH = 1040
const MAP_HEIGHT = 320
const ENDINGS = '.kml,.kmz,.geojson,.json,.zip,.shp'

/** Brings the outlines of a file in as plots of a base: it is checked and shown on the map first, and what is chosen is brought, all of it or nothing. */
export function LandFileDialog({ area, onClose }: { area: { areaId: number; areaName: string }; onClose: () => void }) {
  const { t } = useTranslation()
  const hintId = useId()
  const file = useLandFile(area.areaId, (done) => {
    toast('success', t('farm:landFile.brought', done))
    onClose()
  })
  const { report } = file
  return (
    <Modal
      open
      keepOpen
      onClose={onClose}
      width={WIDTH}
      title={t('farm:landFile.import')}
      actions={
        <>
          <Button onClick={onClose}>{t('crud:cancel')}</Button>
          <Button variant="contained" disabled={!file.ready} onClick={() => void file.bring()}>
            {report ? t('farm:landFile.bring', { count: file.chosen.length }) : t('crud:import')}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <Typography variant="body2">{t('farm:landFile.lead', { base: area.areaName })}</Typography>
        <PickButton
          accept={ENDINGS}
          several={false}
          disabled={file.busy}
          hint={t('farm:landFile.hint', { max: MAX_LAND_FILE_MB, rows: MAX_LAND_FILE_ROWS })}
          hintId={hintId}
          onPick={([chosen]) => chosen && void file.choose(chosen)}
        >
          {t('farm:landFile.file')}
        </PickButton>
        {file.busy && <LinearProgress aria-label={t('crud:checking')} />}
        {file.failure !== undefined && <Alert severity="error">{file.failure}</Alert>}
        {report && <Found file={file} areaId={area.areaId} />}
      </Stack>
    </Modal>
  )
}

function Found({ file, areaId }: { file: LandFile; areaId: number }) {
  const { t } = useTranslation()
  const [focused, setFocused] = useState<LandRow | null>(null)
  const { rows, isChosen, notes, agreed } = file
  const report = file.report!
  const plots = useCall(landCalls.page, { query: { size: 0, areaId } }, { staleTime: 60_000 }).data?.content
  const chosen = rows.filter(isChosen).map(({ row }) => row)
  const marks = chosen.join()
  const outlines = useMemo(
    () => [
      ...(plots ?? []).flatMap(({ landName, landProfile }) =>
        landProfile ? [{ name: landName, ring: landProfile, kind: 'there' as const }] : [],
      ),
      ...rows.flatMap(({ row, name, outline, faults }) => {
        const kind = faults.length > 0 ? ('fault' as const) : marks.split(',').includes(String(row)) ? ('new' as const) : ('left' as const)
        return outline && outline.length > 2 ? [{ name, ring: outline, kind }] : []
      }),
    ],
    [plots, rows, marks],
  )
  const count = (state: LandRow['state']) => rows.filter((row) => row.state === state && row.faults.length === 0).length
  const counts = {
    format: LAND_FORMAT_NAMES[report.format],
    new: count('new'),
    changed: count('changed'),
    same: count('same'),
    duplicate: count('duplicate'),
    faulty: rows.filter(({ faults }) => faults.length > 0).length,
  }
  const shown = focused === null ? undefined : rows.find(({ row }) => row === focused.row)
  return (
    <>
      <Alert severity={counts.faulty > 0 || counts.duplicate > 0 ? 'warning' : 'info'}>{t('farm:landFile.counts', counts)}</Alert>
      <Stack sx={{ gap: 2, display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' } }}>
        <LandFileReading report={report} reading={file.reading} onChange={file.read} />
        <OutlinesMap label={t('farm:landFile.map')} outlines={outlines} focus={shown?.outline ?? null} height={MAP_HEIGHT} />
      </Stack>
      <LandFileRows rows={rows} mayBring={file.mayBring} isChosen={isChosen} onTurn={file.turn} onShow={setFocused} />
      {notes.size > 0 && (
        <Alert severity="warning">
          {[...notes].map(([code, many]) => (
            <FormControlLabel
              key={code}
              sx={{ display: 'flex' }}
              control={<Checkbox size="small" checked={agreed.has(code)} onChange={(_, on) => file.agree(code, on)} />}
              label={t(`farm:landFile.agree.${code}`, { count: many })}
            />
          ))}
        </Alert>
      )}
      {file.chosen.length === 0 && <Alert severity="info">{t('farm:landFile.nothing')}</Alert>}
    </>
  )
}
