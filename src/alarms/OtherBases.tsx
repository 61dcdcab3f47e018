import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useTranslation } from 'react-i18next'
import type { BaseAlarms } from '#contract/alarms/alarm'
import { AlarmShape } from './AlarmMark.tsx'
import { useFaceWords } from './useFaceWords.ts'

/** The bases beside the selected one in which alarms are open: how many, the worst of them, and the way there. */
export function OtherBases({ bases, onGo }: { bases: readonly BaseAlarms[]; onGo: (areaId: number) => void }) {
  const { t } = useTranslation()
  const words = useFaceWords()
  return (
    <Box component="ul" aria-label={t('frame:alarm.others')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {bases.map(({ areaId, areaName, active, unacknowledged, worst }) => {
        const said = words(worst)
        const count = unacknowledged > 0 ? t('frame:alarm.waiting', { count: unacknowledged }) : t('frame:alarm.active', { count: active })
        return (
          <li key={areaId}>
            <ButtonBase
              data-base={areaId}
              onClick={() => onGo(areaId)}
              sx={{
                width: 1,
                px: 2,
                py: 0.75,
                gap: 1.25,
                justifyContent: 'flex-start',
                alignItems: 'flex-start',
                textAlign: 'start',
                font: 'inherit',
                '&:hover, &:focus-visible': { bgcolor: 'action.hover' },
              }}
            >
              <AlarmShape severity={worst.severity} />
              <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                <strong>{areaName}</strong>
                {` · ${count} · ${said.what} · ${said.where}`}
              </Box>
            </ButtonBase>
          </li>
        )
      })}
    </Box>
  )
}
