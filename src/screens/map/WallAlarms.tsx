import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlarmFace } from '#contract/alarms/alarm'
import { ALARMS_READ } from '#contract/alarms/permission'
import { AlarmShape } from '#src/alarms/AlarmMark.tsx'
import { AlarmSound } from '#src/alarms/AlarmSound.tsx'
import { useAlarmSound } from '#src/alarms/useAlarmSound.ts'
import { OtherBases } from '#src/alarms/OtherBases.tsx'
import { useFaceWords } from '#src/alarms/useFaceWords.ts'
import { useOtherBases } from '#src/alarms/useOtherBases.ts'
import { useArea } from '#src/session/useArea.ts'
import { useAlarmsSince, useAlarmStatus, useToldAlarms } from '#src/live/useAlarms.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { Age } from '#src/ui/Age.tsx'
import { momentText } from '#src/time/moment.ts'

/** Read across a room: 40 CSS px at 1920x1080; on a desk and in the hand smaller. */
const LOUD = { xs: '1rem', lg: '1.75rem', xl: '2.5rem' }
const clock = (moment: number) => momentText(moment).slice(5, 16)

const BESIDE = { xs: '0.9375rem', lg: '1.125rem', xl: '1.5rem' }

/** The worst alarm of a base over the whole width of the wall; for who may read alarms. */
export function WallAlarms({ areaId }: { areaId: number | null }) {
  const may = usePermission(ALARMS_READ) === true
  return may && areaId !== null ? (
    <>
      <Strip key={areaId} areaId={areaId} />
      <Others areaId={areaId} />
    </>
  ) : null
}

/** What stands open in the other bases, below the own; a touch leads there. */
function Others({ areaId }: { areaId: number }) {
  const { t } = useTranslation()
  const { select } = useArea()
  const others = useOtherBases(areaId)
  if (others !== null && others.length === 0) return null
  return (
    <Box
      component="section"
      aria-label={t('frame:alarm.others')}
      sx={{ fontSize: BESIDE, borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper', maxHeight: '22vh', overflowY: 'auto' }}
    >
      {others === null ? (
        <Box sx={{ px: 2, py: 0.5, color: 'text.secondary' }}>{t('frame:alarm.othersNotKnown')}</Box>
      ) : (
        <OtherBases bases={others} onGo={select} />
      )}
    </Box>
  )
}

/** What, where, the value against its limit, since when, and how many others; that none is there only where that is known. */
function Strip({ areaId }: { areaId: number }) {
  const { t } = useTranslation()
  const status = useAlarmStatus(areaId)
  const since = useAlarmsSince(areaId)
  const [worst, ...others] = useToldAlarms(areaId)
  const sound = useAlarmSound(areaId, true)
  const known = status === 'fresh'
  return (
    <Box
      component="section"
      aria-label={t('map:alarm.strip')}
      data-alarms={known ? (worst?.severity ?? 'none') : 'unknown'}
      sx={{
        display: 'flex',
        alignItems: 'center',
        // What is not known has a line of its own, before what was known.
        flexWrap: { xs: 'wrap', lg: known ? 'nowrap' : 'wrap' },
        columnGap: 2.5,
        rowGap: 0.5,
        minHeight: 48,
        px: { xs: 1.5, md: 2.5 },
        py: 0.75,
        fontSize: LOUD,
        lineHeight: 1.25,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        ...(worst && {
          boxShadow: (theme) => `inset 12px 0 0 ${(theme.vars ?? theme).palette.severity[worst.severity]}`,
          ...(known && {
            bgcolor: (theme) => `color-mix(in srgb, ${(theme.vars ?? theme).palette.severity[worst.severity]} 18%, transparent)`,
          }),
          pl: { xs: 3, md: 4 },
        }),
      }}
    >
      {!known && (
        <Box
          component="output"
          sx={{ fontWeight: 700, color: status === 'loading' ? 'text.secondary' : 'status.warn', flexBasis: worst ? '100%' : 'auto' }}
        >
          {status === 'loading' ? t('frame:alarm.loading') : t('frame:alarm.notKnown')}
          {since !== null && ` · ${t('map:alarm.lastKnown', { time: clock(since) })}`}
        </Box>
      )}
      {worst && <Worst face={worst} />}
      {known && !worst && <Box sx={{ flex: 1, color: 'text.secondary' }}>{t('frame:alarm.none')}</Box>}
      {!worst && !known && <Box sx={{ flex: 1 }} />}
      {others.length > 0 && (
        <Box component="strong" sx={{ flexShrink: 0, whiteSpace: 'nowrap' }}>
          {t('frame:alarm.more', { count: others.length })}
        </Box>
      )}
      <Box sx={{ flexShrink: 0 }}>
        <AlarmSound sound={sound} size="large" />
      </Box>
    </Box>
  )
}

function Worst({ face }: { face: AlarmFace }) {
  const { t } = useTranslation()
  const { what, where, measured, state } = useFaceWords()(face)
  return (
    <Stack
      direction="row"
      sx={{
        flex: { xs: '1 1 100%', lg: 1 },
        minWidth: 0,
        flexWrap: 'wrap',
        columnGap: 2,
        alignItems: 'baseline',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {/* Read out when another one becomes the worst; how long it stands is not, minute by minute. */}
      <Box role="alert" sx={{ display: 'contents' }}>
        <Part>
          <Box component="strong" sx={{ color: `severity.${face.severity}`, whiteSpace: 'nowrap' }}>
            <AlarmShape severity={face.severity} named={false} /> {t(`frame:alarm.severity.${face.severity}`)}
          </Box>
        </Part>
        <Part>
          <strong>{what}</strong>
        </Part>
        <Part>{where}</Part>
        {measured !== '' && <Part>{measured}</Part>}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('map:alarm.since', { time: clock(face.raisedAt) })} · <Age moment={face.raisedAt} />
      </Box>
      {state !== '' && <Part>{state}</Part>}
      {face.acknowledgedAt !== null && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('frame:alarm.acknowledged', { name: face.acknowledgedBy ?? '' }).trim()}
        </Box>
      )}
    </Stack>
  )
}

const Part = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
    {children}
  </Box>
)
