#include "CPlainDesktop.h"

#include <gio/gio.h>
#include <string.h>

static const char service[] = "net.reactivated.Fprint";
static const char device[] = "net.reactivated.Fprint.Device";
static const char path[] = "/net/reactivated/Fprint/Device/0";

struct plain_reader {
    GDBusConnection *bus;
    GMainContext *context;
    // -1 as long as there is no answer.
    int is_match;
};

static void hear(
    GDBusConnection *bus, const char *sender, const char *object, const char *interface, const char *signal,
    GVariant *values, gpointer data
) {
    const char *status = NULL;
    gboolean is_over = FALSE;
    g_variant_get(values, "(&sb)", &status, &is_over);
    if (is_over) ((plain_reader *)data)->is_match = strcmp(status, "verify-match") == 0;
}

plain_reader *plain_reader_open(const char *address) {
    GDBusConnection *bus = g_dbus_connection_new_for_address_sync(
        address, G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL,
        NULL, NULL);
    if (!bus) return NULL;
    plain_reader *reader = g_new0(plain_reader, 1);
    reader->bus = bus;
    reader->context = g_main_context_new();
    // Signals come where they were asked for.
    g_main_context_push_thread_default(reader->context);
    g_dbus_connection_signal_subscribe(
        bus, service, device, "VerifyStatus", path, NULL, G_DBUS_SIGNAL_FLAGS_NONE, hear, reader, NULL);
    g_main_context_pop_thread_default(reader->context);
    return reader;
}

void plain_reader_close(plain_reader *reader) {
    g_dbus_connection_close_sync(reader->bus, NULL, NULL);
    g_object_unref(reader->bus);
    g_main_context_unref(reader->context);
    g_free(reader);
}

static int call(plain_reader *reader, const char *method, GVariant *arguments) {
    GVariant *reply = g_dbus_connection_call_sync(
        reader->bus, service, path, device, method, arguments, NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);
    if (!reply) return -1;
    g_variant_unref(reply);
    return 0;
}

int plain_reader_begin(plain_reader *reader) {
    reader->is_match = -1;
    if (call(reader, "Claim", g_variant_new("(s)", "")) != 0) return -1;
    return call(reader, "VerifyStart", g_variant_new("(s)", "any"));
}

int plain_reader_end(plain_reader *reader) {
    while (reader->is_match < 0) g_main_context_iteration(reader->context, TRUE);
    int is_free = call(reader, "VerifyStop", NULL) == 0 && call(reader, "Release", NULL) == 0;
    return is_free ? reader->is_match : -1;
}
