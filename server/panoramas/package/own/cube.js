// Draws a cube of pictures from its middle. A classic script: `cubeOf(canvas)` answers what fills and shows it.
window.cubeOf = function (canvas) {
  'use strict'
  const gl = canvas.getContext('webgl', { preserveDrawingBuffer: true })
  if (!gl) return { works: false, put() {}, clear() {}, draw() {} }

  // To the right, upwards and ahead are the axes of the cube.
  const AROUND = `attribute vec2 place; uniform vec2 reach; uniform vec2 turned; varying vec3 toward;
    void main() {
      vec3 seen = vec3(place * reach, 1.0);
      float up = seen.y * cos(turned.y) - seen.z * sin(turned.y);
      float ahead = seen.y * sin(turned.y) + seen.z * cos(turned.y);
      toward = vec3(seen.x * cos(turned.x) + ahead * sin(turned.x), up, ahead * cos(turned.x) - seen.x * sin(turned.x));
      gl_Position = vec4(place, 0.0, 1.0);
    }`
  const PICTURE = `precision highp float; varying vec3 toward; uniform samplerCube pictures;
    void main() { gl_FragColor = textureCube(pictures, toward); }`
  const SIDES = {
    right: gl.TEXTURE_CUBE_MAP_POSITIVE_X,
    left: gl.TEXTURE_CUBE_MAP_NEGATIVE_X,
    top: gl.TEXTURE_CUBE_MAP_POSITIVE_Y,
    bottom: gl.TEXTURE_CUBE_MAP_NEGATIVE_Y,
    front: gl.TEXTURE_CUBE_MAP_POSITIVE_Z,
    back: gl.TEXTURE_CUBE_MAP_NEGATIVE_Z,
  }
  const largest = Math.min(2048, gl.getParameter(gl.MAX_CUBE_MAP_TEXTURE_SIZE))
  const program = gl.createProgram()
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, AROUND],
    [gl.FRAGMENT_SHADER, PICTURE],
  ]) {
    const shader = gl.createShader(kind)
    gl.shaderSource(shader, text)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  gl.useProgram(program)
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW)
  const place = gl.getAttribLocation(program, 'place')
  gl.enableVertexAttribArray(place)
  gl.vertexAttribPointer(place, 2, gl.FLOAT, false, 0, 0)
  const [reach, turned] = ['reach', 'turned'].map((name) => gl.getUniformLocation(program, name))
  let texture = null

  /** Forgets the pictures: each side is dark until it is put anew. All sides have one size. */
  function clear(side = 1) {
    if (texture) gl.deleteTexture(texture.name)
    texture = { name: gl.createTexture(), side }
    gl.bindTexture(gl.TEXTURE_CUBE_MAP, texture.name)
    for (const [name, value] of [
      [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
      [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
      [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
      [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
    ])
      gl.texParameteri(gl.TEXTURE_CUBE_MAP, name, value)
    const dark = new Uint8Array(side * side * 3).fill(34)
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1)
    for (const at of Object.values(SIDES)) gl.texImage2D(at, 0, gl.RGB, side, side, 0, gl.RGB, gl.UNSIGNED_BYTE, dark)
  }

  return {
    works: true,
    clear: () => clear(),
    /** Puts a side together from its tiles, row by row. */
    put(face, tiles, across) {
      const side = Math.min(largest, tiles[0].width * across)
      if (texture.side !== side) clear(side)
      const sheet = document.createElement('canvas')
      sheet.width = side
      sheet.height = side
      const pen = sheet.getContext('2d')
      // The top and the bottom have the front at another edge than the cube wants it.
      if (face === 'top' || face === 'bottom') pen.setTransform(-1, 0, 0, -1, side, side)
      const step = side / across
      for (const [nth, tile] of tiles.entries()) pen.drawImage(tile, (nth % across) * step, Math.floor(nth / across) * step, step, step)
      gl.texImage2D(SIDES[face], 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, sheet)
    },
    /** Angles in radians: `yaw` to the right, `pitch` downwards, `zoom` how much of the height is in view. */
    draw({ wide, high, yaw, pitch, zoom }) {
      const scale = window.devicePixelRatio || 1
      const [columns, rows] = [Math.round(wide * scale), Math.round(high * scale)]
      if (canvas.width !== columns || canvas.height !== rows) {
        canvas.width = columns
        canvas.height = rows
      }
      gl.viewport(0, 0, columns, rows)
      const half = Math.tan(zoom / 2)
      gl.uniform2f(reach, (half * wide) / high, half)
      gl.uniform2f(turned, yaw, pitch)
      gl.drawArrays(gl.TRIANGLES, 0, 3)
    },
  }
}
