import CameraIcon from '@mui/icons-material/PhotoCameraOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isEnd } from '#contract/devices/command'
import { insectLampCalls } from '#contract/insects/insectLamp'
import { LAMP_EDIT, PEST_EDIT } from '#contract/insects/insectType'
import { switchCalls } from '#contract/devices/switch'
import { photograph } from '#contract/devices/verbs'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { useSaid } from '#src/devices/useSaid.ts'
import { useHeld } from '#src/session/usePermission.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { describeCommand } from '#src/devices/describeCommand.ts'
import { CommandLadder } from '#src/devices/CommandLadder.tsx'

const CODES = [PEST_EDIT, LAMP_EDIT]
/** How often the way of what was asked is read, beside what is told of its changes. */
const AGAIN_MS = 2000

interface Asked {
  readonly commandId: string
  readonly state: Parameters<typeof describeCommand>[0]
  readonly message: string | null
}

/** Has a lamp take a picture now, with the way of what was asked until the picture is there. Nothing to whoever may not. */
export function usePhotograph({ id: deviceId, eui }: { id: number; eui: string }) {
  const { t } = useTranslation()
  const said = useSaid()
  const held = useHeld(CODES)
  const [asking, setAsking] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [failure, setFailure] = useState<string>()
  const lamp = useCall(insectLampCalls.get, { params: { imei: eui } }, { enabled: asked !== null })
  const arrived = asked !== null && lamp.data?.newestPicture?.commandId === asked.commandId
  const log = useCall(
    switchCalls.log,
    { query: { concentratorId: deviceId, verb: photograph.name, page: 1, size: 1 } },
    { enabled: asked !== null && !arrived, refetchInterval: AGAIN_MS },
  )
  const command = log.data?.content.find(({ id }) => id === asked?.commandId)
  const state = command?.state ?? asked?.state
  const failed = state !== undefined && isEnd(state) && state !== 'observed'
  const underWay = asked !== null && !arrived && !failed

  const ask = async () => {
    setFailure(undefined)
    setAsking(true)
    const answer = await call(insectLampCalls.photograph, { params: { imei: eui } }, { quiet: true })
    setAsking(false)
    if (isFailure(answer)) setFailure(reasonOf(answer))
    else setAsked(answer)
  }
  const button = CODES.some(held) && (
    <Button
      variant="contained"
      startIcon={<CameraIcon />}
      loading={asking || underWay}
      loadingPosition="start"
      onClick={() => void ask()}
      sx={{ minHeight: 44 }}
    >
      {t('insects:photograph')}
    </Button>
  )
  const way = (failure !== undefined || asked !== null) && (
    <Stack spacing={0.5} aria-live="polite">
      {failure !== undefined && <Alert severity="error">{failure}</Alert>}
      {asked && state && (
        <>
          <CommandLadder
            rungs={describeCommand(state, command ? [...command.history, { state: command.state, at: command.stateAt }] : [])}
          />
          {failed ? (
            <Alert severity="warning">{said(command?.message ?? asked.message) ?? t(`devices:commandState.${state}`)}</Alert>
          ) : (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {arrived ? t('insects:arrived') : t('insects:onItsWay')}
            </Typography>
          )}
        </>
      )}
    </Stack>
  )
  return { button, way, arrivedId: arrived ? lamp.data!.newestPicture!.id : null }
}
