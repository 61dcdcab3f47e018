import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Device, deviceCalls } from '#contract/devices/device'
import { gatewayCalls } from '#contract/devices/gateway'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { useTakingAway } from '../useTakingAway.ts'
import type { Credentials } from './SecretDialog.tsx'

type Removable = Pick<Device, 'id' | 'objectVersionNumber'>
/** Takes a device away, without a word to the user. */
export const removeDevice = ({ id, objectVersionNumber }: Removable) =>
  call(gatewayCalls.remove, { params: { id }, query: { objectVersionNumber } }, { quiet: true })

/** What is asked back before it is done to one device: that it is taken away, and that its secret is replaced. */
export function useDeviceActs({ onSecret, onRemoved }: { onSecret: (made: Credentials) => void; onRemoved: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  const takeAway = useTakingAway()
  return {
    async remove(device: Device) {
      const asked = {
        title: t('devices:gateway.deleteTitle', { name: device.name }),
        text: t('devices:gateway.deleteText'),
        confirm: t('devices:gateway.delete'),
        done: t('devices:gateway.deleted'),
      }
      if (await takeAway(asked, () => removeDevice(device))) onRemoved()
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(deviceCalls.tenantAll) })
    },
    async renewSecret(device: Device) {
      const yes = await confirm({
        title: t('devices:gateway.secretTitle', { name: device.name }),
        text: t('devices:gateway.secretText'),
        confirm: t('devices:gateway.change'),
        color: 'warning',
      })
      if (!yes) return
      const answer = await call(gatewayCalls.secret, { params: { id: device.id } })
      if (!isFailure(answer)) onSecret({ name: device.name, deviceType: device.deviceType, ...answer })
    },
  }
}
