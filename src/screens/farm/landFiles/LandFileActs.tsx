import MapOutlined from '@mui/icons-material/MapOutlined'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { land } from '#contract/farm/land'
import { useArea } from '#src/session/useArea.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { lazyPart } from '#src/ui/lazyPart.tsx'

// Few who open the page have a file.
const LandFileMenu = lazyPart(() => import('./LandFileMenu.tsx').then((module) => ({ default: module.LandFileMenu })))
const LandFileDialog = lazyPart(() => import('./LandFileDialog.tsx').then((module) => ({ default: module.LandFileDialog })))

/** Plots out of files of other programs, and the plots of the list into them. */
export function LandFileActs() {
  const { t } = useTranslation()
  const { area } = useArea()
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [importing, setImporting] = useState(false)
  const mayCreate = usePermission(land.codes.create) === true
  const mayExport = usePermission(land.codes.export) === true
  if (!area || (!mayCreate && !mayExport)) return null
  const close = () => setPlace(null)
  const begin = () => {
    close()
    setImporting(true)
  }
  return (
    <>
      <Button
        startIcon={<MapOutlined />}
        aria-haspopup="menu"
        aria-expanded={place !== null}
        onClick={({ currentTarget }) => setPlace(currentTarget)}
      >
        {t('farm:landFile.menu')}
      </Button>
      <Suspense fallback={null}>
        {place && (
          <LandFileMenu place={place} areaId={area.areaId} onImport={mayCreate ? begin : null} mayExport={mayExport} onClose={close} />
        )}
        {importing && <LandFileDialog area={area} onClose={() => setImporting(false)} />}
      </Suspense>
    </>
  )
}
