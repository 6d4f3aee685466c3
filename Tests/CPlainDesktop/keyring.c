#include "CPlainDesktop.h"

#define SECRET_API_SUBJECT_TO_CHANGE
#include <libsecret/secret.h>

struct plain_keyring {
    SecretService *service;
};

plain_keyring *plain_keyring_open(void) {
    SecretService *service = secret_service_get_sync(SECRET_SERVICE_OPEN_SESSION, NULL, NULL);
    if (!service) return NULL;
    plain_keyring *keyring = g_new0(plain_keyring, 1);
    keyring->service = service;
    return keyring;
}

void plain_keyring_close(plain_keyring *keyring) {
    g_object_unref(keyring->service);
    g_free(keyring);
}

// The path of the one item that is not locked; NULL when there is none, or more.
static char *find(plain_keyring *keyring, const char *service, const char *key) {
    GHashTable *attributes = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_insert(attributes, (gpointer)"xdg:schema", (gpointer)"latchkey.Secret");
    g_hash_table_insert(attributes, (gpointer)"service", (gpointer)service);
    g_hash_table_insert(attributes, (gpointer)"key", (gpointer)key);
    char **unlocked = NULL, **locked = NULL, *path = NULL;
    gboolean found = secret_service_search_for_dbus_paths_sync(
        keyring->service, NULL, attributes, NULL, &unlocked, &locked, NULL);
    if (found && g_strv_length(unlocked) == 1 && g_strv_length(locked) == 0) path = g_strdup(unlocked[0]);
    g_strfreev(unlocked);
    g_strfreev(locked);
    g_hash_table_unref(attributes);
    return path;
}

int plain_keyring_store(
    plain_keyring *keyring, const char *service, const char *key, const void *bytes, size_t count
) {
    char *path = find(keyring, service, key);
    if (!path) return -1;
    SecretValue *value = secret_value_new(bytes, (gssize)count, "application/json");
    GVariant *secret = secret_service_encode_dbus_secret(keyring->service, value);
    GDBusProxy *proxy = G_DBUS_PROXY(keyring->service);
    GVariant *reply = g_dbus_connection_call_sync(
        g_dbus_proxy_get_connection(proxy), g_dbus_proxy_get_name(proxy), path, "org.freedesktop.Secret.Item",
        "SetSecret", g_variant_new_tuple(&secret, 1), NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);
    secret_value_unref(value);
    g_free(path);
    if (!reply) return -1;
    g_variant_unref(reply);
    return 0;
}

long plain_keyring_load(plain_keyring *keyring, const char *service, const char *key) {
    char *path = find(keyring, service, key);
    if (!path) return -1;
    SecretValue *value = secret_service_get_secret_for_dbus_path_sync(keyring->service, path, NULL, NULL);
    g_free(path);
    if (!value) return -1;
    gsize count = 0;
    secret_value_get(value, &count);
    secret_value_unref(value);
    return (long)count;
}
