/** What the json columns of the tables hold that the migrations of this room make; `npm run tables` reads it. */
export const jsonColumns = {
  'camera.pose': "import('./drivers/simulated/pose.ts').KeptPose | null",
  'camera_preset.pose': "import('./drivers/simulated/pose.ts').Pose | null",
  'camera_segment.motion': 'readonly (readonly [from: number, to: number])[]',
  'camera_split.camera_ids': '(number | null)[]',
  'farm_log.content': 'string[]',
}
