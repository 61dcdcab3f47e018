import Autocomplete from '@mui/material/Autocomplete'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceCalls } from '#contract/devices/device'
import { deviceTypeOf, HOTSPOT_DEVICES, type HotspotDevice, hotspotDeviceOf, type NamedDevice } from '#contract/panoramas/hotspot'
import { useCall } from '#src/api/useCall.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { useSearch } from '#src/ui/useSearch.ts'
import { useHotspotWords } from '../viewer/useHotspotWords.ts'

const FOUND = 50

/** A device that a hotspot names, by type and base (HOTSPOT-16). */
export function DevicePicker({
  areas,
  value,
  isFaulty,
  onChoose,
}: {
  areas: readonly { readonly areaId: number; readonly areaName: string }[]
  value: NamedDevice | null
  isFaulty: boolean
  onChoose: (device: NamedDevice) => void
}) {
  const { t } = useTranslation()
  const { deviceWord } = useHotspotWords()
  const [type, setType] = useState<HotspotDevice>(value?.deviceType ?? 'gateway')
  const [area, setArea] = useState<number | ''>(areas[0]?.areaId ?? '')
  const [typed, setTyped] = useState('')
  const search = useSearch(typed === value?.name ? '' : typed)
  const found = useCall(
    deviceCalls.tenantAll,
    {
      query: {
        page: 1,
        size: FOUND,
        deviceType: deviceTypeOf(type),
        ...(area === '' ? {} : { areaId: area }),
        ...(search === '' ? {} : { find: search.slice(0, 100) }),
      },
    },
    { placeholderData: keepPreviousData },
  )
  const options: NamedDevice[] = (found.data?.content ?? []).flatMap(({ id, deviceType, name, eui, deviceSerial, online }) => {
    const word = hotspotDeviceOf(deviceType)
    return word === null ? [] : [{ id, deviceType: word, name, eui, deviceSerial, online: online === 1 ? 1 : 0 }]
  })
  return (
    <Stack spacing={2}>
      <SelectField
        size="small"
        label={t('panoramas:hotspot.deviceType')}
        value={type}
        words={HOTSPOT_DEVICES.map((word) => [word, deviceWord(word)])}
        onChange={setType}
      />
      {areas.length > 1 && (
        <SelectField
          size="small"
          label={t('panoramas:hotspot.deviceBase')}
          value={area}
          words={areas.map(({ areaId, areaName }) => [areaId, areaName])}
          onChange={setArea}
        />
      )}
      <Autocomplete
        size="small"
        options={options}
        loading={found.isFetching}
        value={value}
        inputValue={typed}
        onInputChange={(_, next) => setTyped(next)}
        filterOptions={(all) => all}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        onChange={(_, device) => {
          if (device !== null) onChoose(device)
        }}
        renderInput={(params) => (
          <TextField
            {...params}
            required
            error={isFaulty}
            label={t('panoramas:hotspot.device')}
            placeholder={t('panoramas:hotspot.deviceFind')}
          />
        )}
      />
    </Stack>
  )
}
