"""A source of RTSP for tests: colour bars and a tone of 440 Hz at /live, behind a user and a password where two arguments name them. Says its port."""
import sys
import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

Gst.init(None)
server = GstRtspServer.RTSPServer()
server.set_address("127.0.0.1")
server.set_service("0")
media = GstRtspServer.RTSPMediaFactory()
media.set_launch(
    "( videotestsrc is-live=true pattern=smpte100 ! video/x-raw,format=I420,width=640,height=360,framerate=15/1"
    " ! x264enc tune=zerolatency speed-preset=ultrafast key-int-max=15 bitrate=600 ! rtph264pay name=pay0 pt=96 config-interval=1"
    " audiotestsrc is-live=true freq=440 ! audioconvert ! audio/x-raw,rate=8000,channels=1 ! alawenc ! rtppcmapay name=pay1 pt=8 )"
)
media.set_shared(True)
if len(sys.argv) == 3:
    auth = GstRtspServer.RTSPAuth()
    token = GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", "user")
    auth.set_supported_methods(2)  # digest
    auth.add_digest(sys.argv[1], sys.argv[2], token)
    server.set_auth(auth)
    media.add_role_from_structure(Gst.Structure.new_from_string("user,media.factory.access=true,media.factory.construct=true"))
server.get_mount_points().add_factory("/live", media)
server.attach(None)
print(server.get_bound_port(), flush=True)
GLib.MainLoop().run()
